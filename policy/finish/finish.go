// Package finish decides what is said in the end of what an agent composed:
// which texts go out, cleaned of what was never meant for the channel, and
// which are refused or are silence.
//
// It knows one turn's texts and nothing of the channel, the network or earlier
// turns. It posts nothing and does not choose the line that is quoted.
// policy/conversation calls [Turn] with every answer of an agent and posts the
// parts whose Result is [OK]; [Blockquote] writes the quote for networks that
// have no replies of their own.
package finish

import (
	"strings"

	"familiar/messages"
)

// A Result is what became of one text.
type Result string

// The results.
const (
	OK         Result = "ok"             // it is said
	Duplicate  Result = "duplicate"      // it repeats the last send, or as final text any send
	TurnCap    Result = "turn-cap"       // the turn said Limits.Sends texts already
	SkipLocked Result = "skip-locked"    // the model asked to stay silent before it sent this
	Flood      Result = "outbound-flood" // one or two characters over and over
	Silence    Result = "silence"        // there is nothing to say in it, or the model chose not to
	Aborted    Result = "aborted"        // Limits.Refusals texts were refused before it
)

// refused reports whether the result is the model's doing it wrong.
func (r Result) refused() bool {
	switch r {
	case Duplicate, TurnCap, SkipLocked, Flood:
		return true
	}
	return false
}

// A Part is one text of the turn.
type Part struct {
	Text   string // cleaned; "" when nothing was left
	Result Result
}

// An Outcome is what one turn says.
type Outcome struct {
	Parts    []Part // one for each composed, in order; at most Limits.Sends of them are OK
	Silent   bool   // none is OK
	Complete bool   // the model ended a text with TURN_COMPLETE
	Reason   string // one plain clause
}

// Turn gives the outcome of c under l.
//
// A skip before anything was said locks the turn: later sends are refused and
// the final text is silence. But a skip followed by a send is contested: then
// the model did mean to answer, and the final text it wrote is said. A skip
// after something was said locks nothing; it only silences the final text.
func Turn(c messages.Composed, l Limits) Outcome {
	t := turn{limits: l}
	var o Outcome
	for i, text := range c.Parts {
		text, complete := TurnComplete(Think(text))
		o.Complete = o.Complete || complete
		var p Part
		if c.Final && i == len(c.Parts)-1 {
			p = t.final(text, c.Skip && !t.contested)
		} else {
			skipped := c.Skip && i >= c.SkipAfter
			p = t.send(text, skipped)
		}
		o.Parts = append(o.Parts, p)
	}
	o.Silent = len(t.said) == 0
	o.Reason = t.reason(c, o)
	return o
}

// A turn is the texts so far.
type turn struct {
	limits    Limits
	said      []string
	refusals  int
	last      Result // the last refusal
	skipped   bool   // a send came after the skip: what was said before it is settled
	locked    bool   // nothing had been said when the model asked to stay silent
	contested bool   // it sent something all the same
	signalled bool   // it said NO_REPLY
}

// send judges a text of the send tool.
func (t *turn) send(text string, skipped bool) Part {
	if skipped && !t.skipped {
		t.skipped, t.locked, t.contested = true, len(t.said) == 0, true
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
	for _, said := range t.said {
		if said == text {
			return Part{text, Duplicate}
		}
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

func (t *turn) refuse(text string, r Result) Part {
	t.refusals++
	t.last = r
	return Part{text, r}
}

// reason says in a clause why the turn is silent, or what it left out.
func (t *turn) reason(c messages.Composed, o Outcome) string {
	switch {
	case !o.Silent && t.refusals > 0:
		return "said, but for a part refused as " + string(t.last)
	case !o.Silent:
		return "said"
	case c.Error != "":
		return "the agent gave no answer: " + strings.TrimSpace(c.Error)
	case c.Skip:
		return "the model chose silence (skip)"
	case t.signalled:
		return "the model chose silence (NO_REPLY)"
	case t.refusals > 0:
		return "every text was refused, the last as " + string(t.last)
	default:
		return "the model wrote nothing"
	}
}
