package demo

import (
	"embed"
	"fmt"
	"strings"
	"time"

	"familiar/policy/conversation"
)

//go:embed familiars.toml
var familiarsText string

//go:embed cards/*.md
var cards embed.FS

// Setup is what the familiars run on.
type Setup struct {
	Choice Choice  // the model; zero: the offline stand-in
	Speed  float64 // divides every wait of theirs that people's pace sets; 0: 1. Deadlines of models stay as they are
}

// Config returns the text of a configuration file: three familiars, one for
// each preset, in every channel of the network web. All their knobs are the
// presets', except two that fit the scenes: the credit's window and the guard,
// which soon stops familiars answering each other. It refers to no other
// file; a key is named by its environment variable, never written out.
//
// A negative speed is an error.
func Config(s Setup) ([]byte, error) {
	if s.Speed == 0 {
		s.Speed = 1
	}
	if !(s.Speed > 0) {
		return nil, fmt.Errorf("demo: speed %v: want more than 0", s.Speed)
	}
	var fill []string // a mark of the text, and what takes its place
	for _, f := range []struct{ familiar, preset string }{{"aria", "social"}, {"vesper", "ladder"}, {"pip", "chatty"}} {
		is, err := card(f.familiar)
		if err != nil {
			return nil, fmt.Errorf("demo: configuration: %w", err)
		}
		wait, err := waits(f.preset, s.Speed)
		if err != nil {
			return nil, fmt.Errorf("demo: configuration: %w", err)
		}
		fill = append(fill, "{{card "+f.familiar+"}}", is, "{{waits "+f.preset+"}}", wait)
	}
	fill = append(fill, "{{model}}", s.Choice.toml(s.Speed), "{{room}}", roomWaits(s.Speed))
	return []byte(strings.NewReplacer(fill...).Replace(familiarsText)), nil
}

// card returns a familiar's card as a TOML string.
func card(familiar string) (string, error) {
	text, err := cards.ReadFile("cards/" + familiar + ".md")
	if err != nil {
		return "", err
	}
	return "'''\n" + strings.TrimSpace(string(text)) + "'''", nil
}

// credit is how long a person who was answered needn't call again. A scene
// takes about a minute: the presets' 5 and 15 minutes would reach into the
// next scenes, where the same people talk about something else.
const credit = 15 * time.Second

// A knob is a wait by its key in the configuration.
type knob struct {
	key  string
	wait time.Duration
}

// waits writes every wait of a preset at the speed. A wait of 0 is left out:
// that switches something off, at any speed.
func waits(preset string, speed float64) (string, error) {
	p, ok := conversation.Preset(preset)
	if !ok {
		return "", fmt.Errorf("there is no preset %q", preset)
	}
	knobs := []knob{
		{"debounce.quiet", p.Debounce.Quiet},
		{"debounce.hot", p.Debounce.Hot},
		{"debounce.gap", p.Debounce.Gap},
		{"debounce.cap", p.Debounce.Cap},
	}
	if p.Credit.On {
		knobs = append(knobs, knob{"credit.window", credit})
	}
	if p.Chattiness.On {
		knobs = append(
			knobs,
			knob{"chattiness.lull", p.Chattiness.Lull},
			knob{"chattiness.voice_lull", p.Chattiness.VoiceLull},
			knob{"chattiness.question", p.Chattiness.Question},
			knob{"chattiness.backoff_base", p.Chattiness.BackoffBase},
			knob{"chattiness.backoff_max", p.Chattiness.BackoffMax},
		)
	}
	return lines(knobs, speed), nil
}

// roomWaits is the same of what the familiars of a channel share.
func roomWaits(speed float64) string {
	c := conversation.DefaultRoom()
	return lines([]knob{
		{"guard.window", c.Guard.Window},
		{"answer_within", c.AnswerWithin},
		{"overdue_after", c.OverdueAfter},
	}, speed)
}

func lines(knobs []knob, speed float64) string {
	var b strings.Builder
	for _, k := range knobs {
		if k.wait > 0 {
			fmt.Fprintf(&b, "%s = %q\n", k.key, scaled(k.wait, speed))
		}
	}
	return b.String()
}
