package tune

import (
	"fmt"
	"math"

	"familiar/lab/fit"
)

// fewestParts are the parts held back below which nothing is concluded: drawn
// anew, so few hardly differ.
const fewestParts = 6

// A Worth says whether a setting keeps what its manner promises on talk it was
// not chosen by.
type Worth string

// The worths.
const (
	Better  Worth = "better"  // it keeps it, beyond chance
	Cheaper Worth = "cheaper" // of balanced: it is about as good, and costs less beyond chance
	Nothing Worth = "nothing" // what it gains may be chance, or it gains nothing
	Untold  Worth = "untold"  // too little is held back to tell
)

// Gains reports whether there is something to recommend.
func (w Worth) Gains() bool { return w == Better || w == Cheaper }

// A Gain is how much better than the setting in force one is by something, on the
// parts held back, between the ends of its 95 % interval: parts drawn anew, both
// settings on the same ones.
type Gain struct {
	Is   float64 `json:"is"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// proven reports whether a gain of more than that much is beyond chance.
func (g Gain) proven(more float64) bool { return g.Low > more }

// A Trial is what came of an offer on the parts held back.
type Trial struct {
	Manner Manner `json:"manner"`
	Worth  Worth  `json:"worth"`
	Parts  int    `json:"parts"` // that were held back
	F1     Gain   `json:"f1"`
	Fewer  Gain   `json:"fewer"`          // interruptions of reserved, misses of lively, cost of balanced
	Same   bool   `json:"same,omitempty"` // it is the setting in force
}

// try compares an offer with the setting in force, part by part.
func try(m Manner, now, then []Outcome, same bool) Trial {
	t := Trial{Manner: m, Parts: len(now), Same: same, Worth: Nothing}
	gain := func(of func(was, is Outcome) float64) Gain {
		measure := func(drawn []int) float64 { return of(sum(now, drawn), sum(then, drawn)) }
		g := Gain{Is: measure(all(now))}
		g.Low, g.High = fit.Interval(len(now), measure)
		if math.IsNaN(g.Low) { // nothing is in any of the parts
			g.Low, g.High = 0, 0
		}
		return g
	}
	t.F1 = gain(func(was, is Outcome) float64 { return is.Counts.F1() - was.Counts.F1() })
	t.Fewer = gain(func(was, is Outcome) float64 { return m.less(was) - m.less(is) })
	switch {
	case same:
	case t.Parts < fewestParts:
		t.Worth = Untold
	case m == Balanced && t.F1.proven(0), m != Balanced && t.Fewer.proven(0):
		t.Worth = Better
	case m == Balanced && t.F1.proven(-nearlyBest) && t.Fewer.proven(0):
		t.Worth = Cheaper
	}
	return t
}

// less is what a manner wants less of.
func (m Manner) less(o Outcome) float64 {
	switch m {
	case Reserved:
		return float64(o.Counts.Interruptions())
	case Lively:
		return float64(o.Counts.Misses())
	case Balanced:
	}
	return o.Cost
}

// all are the numbers of all parts.
func all(of []Outcome) []int {
	numbers := make([]int, len(of))
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// sum returns what parts come to together.
func sum(of []Outcome, drawn []int) (s Outcome) {
	for _, i := range drawn {
		s.Counts, s.Cost = s.Counts.Plus(of[i].Counts), s.Cost+of[i].Cost
	}
	return s
}

// worse reports whether what a manner promises got worse beyond chance.
func (t Trial) worse() bool {
	if t.Manner == Balanced {
		return t.F1.High < 0
	}
	return t.Fewer.High < 0
}

// String says in a line what came of it.
func (t Trial) String() string {
	by := fmt.Sprintf("F1 %+.3f (95 %%: %+.3f to %+.3f)", t.F1.Is, t.F1.Low, t.F1.High)
	switch {
	case t.Same:
		return fmt.Sprintf("%s: what you have", t.Manner)
	case t.Worth == Cheaper:
		by += ", and cheaper"
	case t.Manner == Reserved:
		by = fmt.Sprintf("interruptions %+.0f (95 %%: %+.0f to %+.0f)", 0-t.Fewer.Is, 0-t.Fewer.High, 0-t.Fewer.Low)
	case t.Manner == Lively:
		by = fmt.Sprintf("missed %+.0f (95 %%: %+.0f to %+.0f)", 0-t.Fewer.Is, 0-t.Fewer.High, 0-t.Fewer.Low)
	}
	switch t.Worth {
	case Better, Cheaper:
		return fmt.Sprintf("%s: %s", t.Manner, by)
	case Untold:
		return fmt.Sprintf("%s: %s; too little held back to tell", t.Manner, by)
	case Nothing:
	}
	if t.worse() {
		return fmt.Sprintf("%s: %s; worse", t.Manner, by)
	}
	return fmt.Sprintf("%s: %s; may be chance", t.Manner, by)
}
