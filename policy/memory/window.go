package memory

import (
	"math"
	"slices"

	"familiar/internal/fnv"
	"familiar/messages"
)

// A Window is the lines that a model was shown at once, and nothing else that anybody
// said. Whatever it says then may have words of any of them in it, whichever it names: so
// all of it goes with each of them. Lines and people are kept as tokens of four bytes.
// Where two share one, more is forgotten than has to be; never less.
type Window struct {
	ID     uint32   // unique among the seat's, and never given twice; from 1
	Lines  []uint32 // tokens of the lines' ids, in their order; never empty
	People []uint32 // tokens of the accounts of who said them, each once
	Oldest messages.Instant
	Open   bool   // whoever is in the workspace could read all of them; see [Store.Lend]
	Agreed uint32 // the agreement, as of policy/persons, by which one account said all of them; 0: there is none; see [Store.LendAgreed]
}

// WindowOf returns the window of these lines, without an id; it isn't open.
func WindowOf(lines []Source) Window {
	w := Window{Oldest: math.MaxInt64}
	for _, l := range lines {
		w.Lines = append(w.Lines, token(l.Line))
		if by := token(l.By); !slices.Contains(w.People, by) {
			w.People = append(w.People, by)
		}
		w.Oldest = min(w.Oldest, l.At)
	}
	return w
}

// SaidBy returns the window of lines that were said by that agreement, 0 by none, and which
// whoever is in the workspace could read, if it is open.
func (w Window) SaidBy(agreement uint32, open bool) Window {
	w.Agreed, w.Open = agreement, open
	return w
}

// Has reports whether a line is among them.
func (w *Window) Has(line messages.LineID) bool { return slices.Contains(w.Lines, token(line)) }

// holds reports whether any line of it is to go.
func (w *Window) holds(g Gone) bool {
	return g.Line != "" && w.Has(g.Line) || g.By != "" && slices.Contains(w.People, token(g.By)) || w.Oldest < g.Before
}

// Gone says of which lines nothing is to be kept any more. One of its fields is set.
type Gone struct {
	Line   messages.LineID
	By     messages.PersonID // the account that said them; what is about whoever has it goes, too
	Before messages.Instant  // they were heard
}

// token is what stands for an id.
func token[T ~string](id T) uint32 { return uint32(fnv.Sum(id)) }
