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
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
	"familiar/messages/because"
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

// A Part is one text of the turn.
type Part struct {
	Text   string // cleaned; "" when nothing was left
	Result Result
}

// An Outcome is what one turn says.
type Outcome struct {
	Parts    []Part         // one for each composed, in order; at most Limits.Sends of them are OK
	Silent   bool           // none is OK
	Complete bool           // the model ended a text with TURN_COMPLETE
	Reason   because.Reason // why it is silent, or what it left out; nil: all was said
	Failure  because.Reason // why nothing came of a turn whose model meant to answer; nil: that isn't so
}

// Turn returns the outcome of c under l.
//
// A skip before anything was said locks the turn: later sends are refused and
// the final text is silence. But a skip followed by a send is contested: then
// the model did mean to answer, and the final text it wrote is said. A skip
// after something was said locks nothing; it only silences the final text.
//
// A final text that was cut is said up to where it ends well. If nothing of it
// is left and nothing else came of the turn, that is a failure, not silence.
func Turn(c messages.Composed, l Limits) Outcome {
	t := turn{limits: l}
	var o Outcome
	for i, text := range c.Parts {
		thought := seen(text) != ""
		text, complete := TurnComplete(Think(valid(text)))
		text = seen(text)
		t.thought = thought && text == ""
		o.Complete = o.Complete || complete
		var p Part
		if c.Final && i == len(c.Parts)-1 {
			if c.Cut != "" {
				text = uncut(text)
			}
			p = t.final(text, c.Skip && !t.contested)
		} else {
			p = t.send(text, c.Skip && i >= c.SkipAfter)
		}
		o.Parts = append(o.Parts, p)
	}
	o.Silent = len(t.said) == 0
	o.Reason = t.reason(c, o)
	if t.failed(c, o) {
		o.Failure = cmp.Or(because.Says(c.Error), o.Reason)
	}
	return o
}

// valid replaces each byte that is no UTF-8, as the journal does: a replay says
// what was said.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// seen returns text, or "" if there is nothing to see in it, such as spaces without width:
// a network refuses that, or shows a line of nothing.
func seen(text string) string {
	if strings.IndexFunc(text, isSeen) < 0 {
		return ""
	}
	return text
}

func isSeen(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.IsControl(r) && r != '\u2800' && // Braille without a dot
		!unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
