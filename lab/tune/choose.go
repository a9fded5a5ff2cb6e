package tune

import (
	"cmp"
	"slices"
)

// A Manner is one of the settings an operator is offered.
type Manner string

// The manners, the most silent first.
const (
	Reserved Manner = "reserved" // the fewest interruptions with at least half of the best R there is
	Balanced Manner = "balanced" // the best F1; of those within nearlyBest of it the cheapest
	Lively   Manner = "lively"   // the fewest misses with at most twice the interruptions of balanced
)

// manners lists them, the most silent first.
var manners = []Manner{Reserved, Balanced, Lively}

// nearlyBest is how far below the best F1 a cheaper setting may be balanced.
const nearlyBest = 0.005

// offers returns a candidate for each of [manners], of a front that isn't empty.
func (f front) offers() [3]Candidate {
	var offers [3]Candidate
	var f1, r float64
	for _, c := range f {
		f1, r = max(f1, c.Counts.F1()), max(r, c.Counts.R())
	}
	offers[1] = f.first(func(c Candidate) bool { return c.Counts.F1() >= f1-nearlyBest }, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(b.Counts.F1(), a.Counts.F1()))
	})
	offers[0] = f.first(func(c Candidate) bool { return c.Counts.R() >= r/2 }, byInterruptions)
	most := 2 * offers[1].Counts.Interruptions()
	offers[2] = f.first(func(c Candidate) bool { return c.Counts.Interruptions() <= most }, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.Counts.Misses(), b.Counts.Misses()), byInterruptions(a, b))
	})
	return offers
}

// first returns the least of the candidates that fit.
func (f front) first(fits func(Candidate) bool, order func(a, b Candidate) int) Candidate {
	fitting := slices.DeleteFunc(slices.Clone(f), func(c Candidate) bool { return !fits(c) })
	return slices.MinFunc(fitting, order)
}
