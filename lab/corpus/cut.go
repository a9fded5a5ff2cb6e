package corpus

import (
	"fmt"
	"slices"

	"familiar/messages"
)

// Cut returns the slice in n pieces of as many lines each, oldest first, named
// "NAME part 1" and so on; itself when n is below 2. The pieces share its
// records: what a line of one answers may lie in another, see [Gold.In].
func (s *Slice) Cut(n int) []*Slice {
	if n = min(n, len(s.Records)); n < 2 {
		return []*Slice{s}
	}
	pieces := make([]*Slice, n)
	for i := range pieces {
		p := *s
		p.Name = fmt.Sprintf("%s part %d", s.Name, i+1)
		p.Records = s.Records[len(s.Records)*i/n : len(s.Records)*(i+1)/n : len(s.Records)*(i+1)/n]
		p.index = make(map[messages.LineID]int, len(p.Records))
		for k := range p.Records {
			p.index[p.Records[k].Line.ID] = k
		}
		pieces[i] = &p
	}
	return pieces
}

// In returns what of it happened in a piece of its slice: the moments and lines
// that are there. A moment that answers nothing said there is none.
func (g Gold) In(piece *Slice) Gold {
	away := func(id messages.LineID) bool { _, ok := piece.At(id); return !ok }
	moments := make([]Moment, 0, len(g.Moments))
	for _, m := range g.Moments {
		m.Parents = slices.DeleteFunc(slices.Clone(m.Parents), away)
		if !away(m.Reply) && len(m.Parents) > 0 {
			moments = append(moments, m)
		}
	}
	g.Slice, g.Moments = piece.Name, moments
	g.Replied = slices.DeleteFunc(slices.Clone(g.Replied), away)
	g.Addressed = slices.DeleteFunc(slices.Clone(g.Addressed), away)
	return g
}
