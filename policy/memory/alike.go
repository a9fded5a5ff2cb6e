package memory

import (
	"cmp"
	"math"
	"slices"

	"familiar/messages"
)

// mostAlike is how many memories a turn is shown for being alike; the other places of
// [MaxRecall] are for what is about somebody, or shares words.
const mostAlike = 4

// likeness returns the cosine of the angle between two vectors, −1 to 1; 0 where they can't
// be compared.
func likeness(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var both, ofA, ofB float64
	for k := range a {
		x, y := float64(a[k]), float64(b[k])
		both, ofA, ofB = both+x*y, ofA+x*x, ofB+y*y
	}
	if c := both / math.Sqrt(ofA*ofB); c >= -1.01 && c <= 1.01 { // else a vector is nothing or no number
		return min(max(c, -1), 1)
	}
	return 0
}

// Alike puts those of kept that are most alike to what is asked, by vectors, before what
// comes to mind by words and persons, which goes on in its order until [MaxRecall] are
// there. What comes to mind by both keeps why, and says how alike it is. vectors has that
// of each in kept; nil: it isn't known. Among equals what was learned later comes first.
func Alike(byWords, kept []messages.Memory, vectors [][]float32, asked []float32) []messages.Memory {
	var alike []messages.Memory
	for k, m := range kept {
		if m.Alike = uint8(max(0, math.Round(100*likeness(vectors[k], asked)))); m.Alike > 0 {
			m.Why = messages.ForAlike
			alike = append(alike, m)
		}
	}
	slices.SortFunc(alike, func(a, b messages.Memory) int { return cmp.Or(cmp.Compare(b.Alike, a.Alike), cmp.Compare(b.ID, a.ID)) })
	all := slices.Clone(alike[:min(len(alike), mostAlike)])
	for _, m := range byWords {
		if k := slices.IndexFunc(all, func(o messages.Memory) bool { return o.ID == m.ID }); k >= 0 {
			all[k].Why = m.Why
		} else if len(all) < MaxRecall {
			all = append(all, m)
		}
	}
	return all
}
