package ladder

import "familiar/messages"

// Claims says in plain words which lines a rung claims; "it" is the familiar.
// A word that is no rung claims nothing, and the answer is "".
func Claims(r Rung) string {
	switch r { //nolint:exhaustive // the others are none of it
	case Self:
		return "a line it wrote itself"
	case Mode:
		return "a line in a channel where turns are assigned"
	case DM:
		return "a direct message"
	case Mention:
		return "a line with the network's own mention of it"
	case Reply:
		return "a reply to something it said"
	case Sibling:
		return "a line that calls another familiar and not it, or one by a person alone here that another familiar answers"
	case Aside:
		return "among several people, a line aimed at somebody else that doesn't name it"
	case Sticky:
		return "a line by somebody it has just answered, or any line in its open window"
	case Alias:
		return "a line that contains one of its names"
	case Elsewhere:
		return "a line aimed at somebody else"
	case ColdThread:
		return "a line in a thread where it hasn't spoken and isn't known to be alone with its author"
	case Solo:
		return "a person's line when nobody else is here"
	case Rest, Bottom:
		return "any other line"
	}
	return ""
}

// Answers says in plain words what a rung does with the lines it claims, by
// the settings of c; "" for anything but a rung.
func (c *Config) Answers(r Rung) string { return c.AnswersBy(r, "goes to its judge") }

// AnswersBy does the same, with asks as the words for an ask of alias or solo.
func (c *Config) AnswersBy(r Rung, asked string) string {
	switch {
	case r == Mode:
		return "is answered if it is this familiar's turn, else only observed"
	case r == Sticky && c.Crowd != messages.Engage:
		return "is answered, but among several people " + becomes(c.Crowd)
	case r == Alias && c.Named != c.Address:
		return becomes(c.Address) + " if that calls it, else " + asks(c.Named, asked)
	case r == Solo && c.Solo != messages.Engage:
		return "is answered if the network confirms that, else " + asks(c.Solo, asked)
	case r == Aside:
		return "is only observed, and its author's credit stays"
	case r == Bottom:
		return becomes(messages.Observe)
	}
	i := find(r, 0)
	if i < 0 {
		return ""
	}
	return becomes(rules[i].answer(rules[i].all, c))
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
