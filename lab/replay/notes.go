package replay

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"familiar/lab/corpus"
	"familiar/messages"
	"familiar/messages/because"
)

// A NoteCount is how often a decision was made.
type NoteCount struct {
	Act   messages.Act
	Rung  string
	Count int
}

// noteCounts counts notes by what was done and which rung or rule did it.
type noteCounts struct {
	counts map[counted]int
	last   counted // notes repeat: the usual one is counted here
	n      int
}

type counted struct {
	act  messages.Act
	rung string
}

func (c *noteCounts) add(n *messages.Note) {
	if is := (counted{n.Act, string(n.Rung)}); is != c.last {
		c.flush()
		c.last = is
	}
	c.n++
}

func (c *noteCounts) flush() {
	if c.n > 0 {
		c.counts[c.last] += c.n
		c.n = 0
	}
}

func (c *noteCounts) reset() {
	*c = noteCounts{counts: make(map[counted]int)}
}

// addTo adds everything counted to all.
func (c *noteCounts) addTo(all map[counted]int) {
	c.flush()
	for is, n := range c.counts {
		all[is] += n
	}
}

// sorted returns the counts, the most frequent first.
func sorted(all map[counted]int) []NoteCount {
	counts := make([]NoteCount, 0, len(all))
	for _, is := range slices.SortedFunc(maps.Keys(all), func(a, b counted) int {
		return cmp.Or(cmp.Compare(all[b], all[a]), cmp.Compare(a.act, b.act), cmp.Compare(a.rung, b.rung))
	}) {
		counts = append(counts, NoteCount{is.act, is.rung, all[is]})
	}
	return counts
}

// A noteLog writes notes as lines of JSON. A nil one writes nothing.
type noteLog struct{ to *json.Encoder }

func newNoteLog(w io.Writer) *noteLog {
	to := json.NewEncoder(w)
	to.SetEscapeHTML(false)
	return &noteLog{to}
}

type writtenNote struct {
	Slice    string              `json:"ch"`
	Familiar messages.FamiliarID `json:"familiar,omitempty"`
	At       string              `json:"t"`
	Line     messages.LineID     `json:"line,omitempty"`
	Act      messages.Act        `json:"act"`
	Rung     string              `json:"rung"`
	Trigger  messages.Trigger    `json:"trigger,omitempty"`
	Reason   string              `json:"reason,omitempty"`
	Due      string              `json:"due,omitempty"`
	Term     string              `json:"term,omitempty"`
	Odds     float32             `json:"odds,omitempty"`
	Bar      float32             `json:"bar,omitempty"`
}

func (l *noteLog) write(s *corpus.Slice, n *messages.Note) error {
	if l == nil {
		return nil
	}
	w := writtenNote{
		Slice: s.Name, Familiar: n.Familiar, At: n.At.String(), Line: n.Line,
		Act: n.Act, Rung: string(n.Rung), Trigger: n.Trigger, Reason: because.Written(n.Reason), Term: n.Term,
		Odds: n.Odds, Bar: n.Bar,
	}
	if n.Due != 0 {
		w.Due = n.Due.String()
	}
	if err := l.to.Encode(&w); err != nil {
		return fmt.Errorf("note: %w", err)
	}
	return nil
}
