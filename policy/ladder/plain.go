package ladder

import (
	"familiar/messages"
	"familiar/messages/because"
)

// Words are what people are told of a rung; "it" and {name} are the familiar.
// policy/rules says what else may stand in braces.
type Words struct {
	Claims  string           // which lines it claims
	Called  string           // those lines, where they speak to it; "": they don't
	Says    string           // why it has claimed one, a clause
	Glance  string           // the same in a few words, for the page
	Repeats []because.Reason // those that say no more than Says
}

// WordsOf returns what people are told of a rung, of [Bottom] too. A word that
// is no rung has none.
func WordsOf(r Rung) Words { return row(r).Words }

// Claims says in plain words which lines a rung claims; "it" is the familiar.
// A word that is no rung claims nothing, and the answer is "".
func Claims(r Rung) string { return row(r).Claims }

// Answers says in plain words what a rung does with the lines it claims, by
// the settings of c; "" for anything but a rung.
func (c *Config) Answers(r Rung) string { return c.AnswersBy(r, "goes to its judge") }

// AnswersBy does the same, with asked as the words for an ask of alias or solo.
func (c *Config) AnswersBy(r Rung, asked string) string {
	rule := row(r)
	if rule.answer == nil {
		return ""
	}
	if rule.becomes != nil {
		if text := rule.becomes(c, asked); text != "" {
			return text
		}
	}
	return becomes(rule.answer(rule.all, c))
}

func modeBecomes(*Config, string) string {
	return "is answered if it is this familiar's turn, else only observed"
}

func asideBecomes(*Config, string) string {
	return becomes(messages.Observe) + ", and its author's credit stays"
}

func creditBecomes(c *Config, _ string) string {
	if c.Crowd == messages.Engage {
		return ""
	}
	return becomes(messages.Engage) + ", but among several people " + becomes(c.Crowd)
}

func namedBecomes(c *Config, asked string) string {
	if c.Named == c.Address {
		return ""
	}
	return becomes(c.Address) + " if that calls it, else " + asks(c.Named, asked)
}

func soloBecomes(c *Config, asked string) string {
	if c.Solo == messages.Engage {
		return ""
	}
	return becomes(messages.Engage) + " if the network confirms that, else " + asks(c.Solo, asked)
}

// asks is becomes with other words for an ask.
func asks(a messages.Act, asked string) string {
	if a == messages.Ask {
		return asked
	}
	return becomes(a)
}

func becomes(a messages.Act) string {
	switch a {
	case messages.Engage:
		return "is answered"
	case messages.Ask:
		return "goes to its judge"
	case messages.Wait:
		return "waits until it considers speaking unasked"
	case messages.Drop:
		return "is dropped"
	default:
		return "is only observed"
	}
}
