package eval

import (
	"cmp"
	"slices"

	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/lab/score"
	"familiar/messages"
)

// strictly is what the name of a row ends in whose wake-ups cover their newest
// line alone. Who may cover more earns by waiting: any line among those that
// were answered makes the call a good one.
const strictly = " strict"

// narrow returns the decisions with nothing covered but the newest line that
// had been said by then.
func narrow(s *corpus.Slice, decisions []score.Decision) []score.Decision {
	narrowed := slices.Clone(decisions)
	for i := range narrowed {
		d := &narrowed[i]
		d.Covers = newest(s, d.Covers, d.At)
	}
	return narrowed
}

// newest returns that of the lines that was said last, but not after at; of
// those at one instant the one listed last.
func newest(s *corpus.Slice, ids []messages.LineID, at messages.Instant) []messages.LineID {
	last, said := -1, messages.Instant(0)
	for k, id := range ids {
		r, ok := s.At(id)
		if ok && r.Line.At <= at && (last < 0 || cmp.Compare(r.Line.At, said) >= 0) {
			last, said = k, r.Line.At
		}
	}
	if last < 0 {
		return nil
	}
	return ids[last : last+1 : last+1]
}

// A pair is the count of a row and, of one whose wake-ups cover several lines,
// that of its strict twin.
type pair struct {
	row, twin *count // twin nil: there is none
}

// pairOf returns empty counts for the row of that name.
func (e *evaluation) pairOf(name string, covers bool) pair {
	p := pair{row: e.count(name)}
	if covers {
		p.twin = e.count(name + strictly)
	}
	return p
}

// addPair adds the row, and its twin after it. p, if there are estimates, are
// those of rows.
func (e *evaluation) addPair(name string, c pair, rows *fit.Set, p []float64) {
	e.add(name, c.row, rows, p)
	if c.twin != nil {
		e.add(name+strictly, c.twin, rows, p)
	}
}

func (p pair) countFamiliar(s *corpus.Slice, g *corpus.Gold, decisions []score.Decision) error {
	if err := p.row.countFamiliar(s, g, decisions); err != nil || p.twin == nil {
		return err
	}
	return p.twin.countFamiliar(s, g, narrow(s, decisions))
}
