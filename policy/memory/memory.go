// Package memory is what one familiar keeps of one channel: short sentences that a
// model has drawn from what was said there, each with the lines it may be made of.
//
// A [State] stands in the state of the channel whose lines it was made of, and is read by
// the turns of that familiar there. Nothing of it is kept anywhere else: what another
// channel of the workspace may be shown it asks for at each turn, and [Store.Lend] and
// [Gather] are all there is by which it gets any. It has no clock, and whether a line may
// be learned from is decided where the lines are: policy/conversation calls it.
//
//	memory.go     what a memory is
//	window.go     what it may be made of, and so goes with
//	store.go      what is kept, for how long, and how it goes
//	recall.go     which of it a turn is shown, and why
//	lend.go       which of it turns elsewhere in its workspace are shown
//	agreed.go     which of it turns anywhere are shown, where somebody agreed to that
//	directory.go  which channels have any of either
//	lending.go    what of that one channel was told, and has told
//	words.go      how texts are compared
//	study.go      when to learn
//	config.go     the knobs
package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// Bounds of what is kept, whatever a model says.
const (
	MaxText   = 200 // characters of a memory
	MaxFrom   = 5   // lines that a model may name for a memory
	MaxItems  = 20  // memories learned at once
	MaxRecall = 8   // memories a turn is shown
	MaxKept   = 200 // what a configuration may ask for
)

// A Memory is one thing that a familiar keeps.
type Memory struct {
	ID    uint32            // unique among the seat's, and never given twice; from 1
	Text  string            // one line of at most [MaxText] characters, never empty
	About messages.PersonID // the account of whom it is about; "": of nobody in particular
	Name  string            // how that person was called then
	From  []Source          // what it was made of, as the model says; never empty
	At    messages.Instant  // when it was learned last
	Sure  uint8             // percent, as the model that learned it said; 1 to 100

	Window uint32 // id of all that the model was shown as it said this, by which it goes
}

// Shown returns it as a model is shown it, for some reason.
func (m *Memory) Shown(why messages.RecalledFor) messages.Memory {
	return messages.Memory{ID: messages.MemoryID(m.ID), Text: m.Text, Name: m.Name, Why: why}
}

// A Source is a line that a memory was made of, as a model says. It may name too few,
// so nothing is forgotten by it: see [Window].
type Source struct {
	Line messages.LineID
	By   messages.PersonID // the account that said it
	At   messages.Instant  // when it was heard
}

// An Item is what is to be kept. Replaces is the memory whose place it takes; 0 or
// one that isn't there: it is new. Its id and its window are given by [Store.Take].
type Item struct {
	Memory
	Replaces uint32
}

// Tidy returns a text as a memory has it, on one line and without what nobody sees;
// "" if it is too long or nothing is left.
func Tidy(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError
	}), " ")
	if utf8.RuneCountInString(text) > MaxText || !strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) }) {
		return ""
	}
	return text
}
