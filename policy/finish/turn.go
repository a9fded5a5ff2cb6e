package finish

import (
	"slices"
	"strings"

	"familiar/messages"
	"familiar/messages/because"
)

// A turn is what became of the texts so far.
type turn struct {
	limits    Limits
	said      []string
	refusals  int    // that count towards Limits.Refusals
	last      Result // the last refusal; "": none
	contested bool   // the model sent something after it asked to stay silent
	locked    bool   // and had said nothing before it asked
	signalled bool   // it said NO_REPLY
	thought   bool   // there was nothing but thoughts in the last text
}

// send judges a text of the send tool.
func (t *turn) send(text string, skipped bool) Part {
	if skipped && !t.contested {
		t.contested, t.locked = true, len(t.said) == 0
	}
	if t.locked {
		return t.refuse(text, SkipLocked)
	}
	if EndsNoReply(text) {
		t.signalled = t.signalled || text != ""
		text = cutNoReply(text)
	}
	switch {
	case text == "":
		return Part{text, Silence}
	case FloodReason(text) != "":
		return t.refuse(text, Flood)
	case len(t.said) > 0 && t.said[len(t.said)-1] == text:
		return t.refuse(text, Duplicate)
	}
	return t.say(text)
}

// final judges the text the model ended with.
func (t *turn) final(text string, skip bool) Part {
	switch {
	case skip:
		return Part{text, Silence}
	case EndsNoReply(text):
		t.signalled = t.signalled || text != ""
		return Part{text, Silence}
	case FloodReason(text) != "":
		return t.refuse(text, Flood)
	}
	if slices.Contains(t.said, text) { // nothing new, and no fault of the model's
		return Part{text, Duplicate}
	}
	return t.say(text)
}

// say lets a text out unless the turn is over.
func (t *turn) say(text string) Part {
	switch {
	case len(t.said) >= t.limits.Sends:
		return t.refuse(text, TurnCap)
	case t.limits.Refusals > 0 && t.refusals >= t.limits.Refusals:
		return Part{text, Aborted}
	}
	t.said = append(t.said, text)
	return Part{text, OK}
}

// refuse keeps a text back. A send into a locked turn does not count towards
// the end of the turn: it is how a model takes its skip back.
func (t *turn) refuse(text string, r Result) Part {
	if r != SkipLocked {
		t.refusals++
	}
	t.last = r
	return Part{text, r}
}

// reason says why the turn is silent, or what it left out; nil when all was
// said.
func (t *turn) reason(c messages.Composed, o Outcome) because.Reason {
	switch stopped := c.Stopped(); {
	case stopped != nil:
		return because.Checked{By: stopped.By, Did: string(stopped.Did), Words: stopped.Why}
	case !o.Silent && t.last != "":
		return because.TextRefused{By: string(t.last)}
	case !o.Silent:
		return nil
	case c.Error != "":
		return because.AgentFailed{Error: strings.TrimSpace(c.Error)}
	case c.Skip:
		return because.SkippedText
	case t.signalled:
		return because.NoReplyText
	case t.last != "":
		return because.TextRefused{By: string(t.last), All: true}
	case c.Cut != "":
		return because.CutShort{By: c.Cut, Thought: t.thought}
	default:
		return because.NoText
	}
}

// failed reports whether nothing came of a turn whose model meant to answer.
func (t *turn) failed(c messages.Composed, o Outcome) bool {
	chose := c.Skip || c.Error == "" && c.Stopped() != nil || t.signalled || t.last != ""
	return c.Error != "" || c.Cut != "" && o.Silent && !chose && !c.Acts()
}
