package demo

import (
	"fmt"
	"testing"
	"time"

	"familiar/config"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/seating"
)

func TestConfigIsSound(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "k1")
	t.Setenv("ANTHROPIC_API_KEY", "k2")
	for _, tt := range []struct {
		story string
		Setup
		model string
	}{
		{"nothing was found", Setup{}, "offline   "},
		{"a key of OpenAI's", Setup{Choice: providers[0].choice()}, "openai gpt-4.1-mini k1 "},
		{"a key of Anthropic's, at twice the speed", Setup{Choice: providers[1].choice(), Speed: 2}, "anthropic claude-haiku-4-5 k2 "},
		{"another model of theirs", Setup{Choice: Choice{Kind: OpenAI, Model: "other"}}, "openai other k1 "},
		{"Ollama", Setup{Choice: Choice{Kind: Ollama, Model: "tiny:1b", URL: "http://127.0.0.1:11434/v1"}, Speed: 20}, "openai tiny:1b  http://127.0.0.1:11434/v1"},
		{"a model whose name would end the text", Setup{Choice: Choice{Kind: Ollama, Model: "a\"\nkind = \"b\\", URL: "http://h/v1"}}, "openai akind = b  http://h/v1"},
		{"everything a thousand times faster", Setup{Speed: 1000}, "offline   "},
		{"slower than life", Setup{Speed: 0.5}, "offline   "},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := parsed(t, tt.Setup)
			m := c.Models["voice"]
			if got := fmt.Sprintf("%s %s %s %s", m.Kind, m.Model, m.Key.Reveal(), m.URL); got != tt.model {
				t.Errorf("the model is %q, want %q", got, tt.model)
			}
			if len(c.Warnings) > 0 {
				t.Errorf("warnings: %v", c.Warnings)
			}
			for _, channel := range Channels() {
				here := c.Channel(messages.Channel{Network: "web", Chat: channel}.ID())
				if here == nil || len(here.Seats) != len(familiars) {
					t.Fatalf("in %s: %+v, want %d seats", channel, here, len(familiars))
				}
				for i, seat := range here.Seats {
					if f := familiars[i]; string(seat.Familiar) != string(f.ID) || seat.Name != f.Name || seat.Account != messages.AccountID("web/"+f.ID) {
						t.Errorf("in %s: seat %d is %s, %q, %s; people know %+v", channel, i, seat.Familiar, seat.Name, seat.Account, f)
					}
				}
			}
		})
	}
	if _, err := Config(Setup{Speed: -1}); err == nil {
		t.Error("a negative speed is no error")
	}
}

func parsed(t *testing.T, s Setup) *config.Config {
	t.Helper()
	text, err := Config(s)
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Parse("familiars.toml", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return c
}

// TestConfigKeepsThePresets: at speed 1 each familiar is its preset but for the
// credit's window, so that what one sees is what the preset does; at another only the waits change.
func TestConfigKeepsThePresets(t *testing.T) {
	presets := map[messages.FamiliarID]string{"aria": "social", "vesper": "ladder", "pip": "chatty"}
	life, fast := parsed(t, Setup{}), parsed(t, Setup{Speed: 4})
	for id, preset := range presets {
		want, _ := conversation.Preset(preset)
		if want.Credit.On {
			want.Credit.Window = credit
		}
		if life.Familiars[id].Judge != "" {
			want.Verdict = seating.Reason // so that its decisions say why it was silent
		}
		got := life.Familiars[id]
		if got.Preset != preset || fmt.Sprintf("%+v", got.Policy) != fmt.Sprintf("%+v", want) {
			t.Errorf("%s: %s %+v\nwant %s %+v", id, got.Preset, got.Policy, preset, want)
		}
		if got.Persona == "" {
			t.Errorf("%s has no card", id)
		}
		quick := fast.Familiars[id].Policy
		for _, w := range []struct {
			what      string
			got, want time.Duration
		}{
			{"debounce.cap", quick.Debounce.Cap, want.Debounce.Cap / 4},
			{"credit.window", quick.Credit.Window, want.Credit.Window / 4},
			{"chattiness.lull", quick.Chattiness.Lull, want.Chattiness.Lull / 4},
			{"chattiness.question", quick.Chattiness.Question, want.Chattiness.Question / 4},
			{"compose_within", quick.ComposeWithin, want.ComposeWithin},
		} {
			off := w.what == "credit.window" && !want.Credit.On || w.what == "chattiness.lull" && !want.Chattiness.On || w.what == "chattiness.question" && !want.Chattiness.On
			if !off && w.got != w.want {
				t.Errorf("%s at speed 4: %s = %v, want %v", id, w.what, w.got, w.want)
			}
		}
	}
	if life.Room.AnswerWithin != conversation.DefaultRoom().AnswerWithin || fast.Room.Guard.Window != life.Room.Guard.Window/4 {
		t.Errorf("the room: %+v, at speed 4 %+v", life.Room, fast.Room)
	}
}
