package admission

import (
	"strings"

	"familiar/messages"
	"familiar/policy/ladder"
)

// A phrase is what people say after a mention, folded, in single spaces.
type phrase struct {
	text    string
	command messages.Command
}

// phrases are the English ones. "why" and "wake" have none: people ask a
// familiar why in earnest, and a mention wakes it anyhow.
var phrases = []phrase{
	{"help", Help},
	{"status", Status},
	{"quiet", messages.Quiet},
	{"be quiet", messages.Quiet},
	{"hush", messages.Quiet},
	{"resume", messages.Resume},
	{"you may speak", messages.Resume},
	{"engage", Engage},
	{"disengage", messages.Disengage},
	{"step back", messages.Disengage},
	{"stop", messages.Stop},
	{"leave me alone", Alone},
	{"don't talk to me", Alone},
	{"stop talking to me", Alone},
	{"you may talk to me again", Again},
	{"you can talk to me again", Again},
	{"talk to me again", Again},
}

// What is looked at as a phrase, in bytes: longer ones are talk, and a
// configured one has to leave room for a duration.
const (
	longestPhrase = 80
	longestOwn    = 60
)

// readMention reads a mention and a phrase that is the whole rest of the line.
func (c *Config) readMention(text string, ears []Ear) (Order, bool) {
	to, rest := mentioned(text, ears)
	if to == 0 || rest == "" || len(rest) > longestPhrase {
		return Order{}, false
	}
	said := plain(rest)
	for i := range phrases {
		if o, ok := phrases[i].read(said); ok {
			o.To = to
			return o, true
		}
	}
	for _, command := range Commands {
		for _, own := range c.Phrases[string(command)] {
			if o, ok := (phrase{plain(own), command}).read(said); ok {
				o.To = to
				return o, true
			}
		}
	}
	return Order{}, false
}

// readAlone reads a phrase to be left alone, or no longer, said to seats that
// the line addresses by its shape.
func (c *Config) readAlone(text string, to uint32) (Order, bool) {
	said := plain(text)
	for i := range phrases {
		if p := &phrases[i]; (p.command == Alone || p.command == Again) && p.text == said {
			return Order{Command: p.command, To: to}, true
		}
	}
	for _, command := range []messages.Command{Alone, Again} {
		for _, own := range c.Phrases[string(command)] {
			if plain(own) == said {
				return Order{Command: command, To: to}, true
			}
		}
	}
	return Order{}, false
}

// read reports whether said is the phrase, for quiet with a duration behind it
// or not.
func (p phrase) read(said string) (Order, bool) {
	rest, begins := strings.CutPrefix(said, p.text)
	switch {
	case !begins:
		return Order{}, false
	case rest == "":
		return Order{Command: p.command}, true
	case p.command != messages.Quiet || rest[0] != ' ':
		return Order{}, false
	}
	d, ok := duration(rest)
	return Order{Command: p.command, For: d, Rest: rest[1:]}, ok
}

// plain folds what was said: single spaces, a straight apostrophe, no "please"
// at either end, no full stop or exclamation mark. A question mark stays: a
// question is no command.
func plain(text string) string {
	text = strings.Join(strings.Fields(ladder.Fold(text)), " ")
	text = strings.ReplaceAll(text, "’", "'")
	text = strings.TrimRight(text, ".!。！ ")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "please "), " please")
	return strings.TrimRight(text, ", ")
}
