package fit

import (
	"math"
	"slices"
)

// A Judge is how often a model that is asked whether to speak is right.
type Judge struct {
	Yes   float64 // says yes to a line that was answered
	Wrong float64 // says yes to one that was not
}

// Chance returns how often it says yes to a line that was answered, or to one that was
// not.
func (j Judge) Chance(answered bool) float64 {
	if answered {
		return j.Yes
	}
	return j.Wrong
}

// sureBars are the bars from which on nobody is asked that [Band] tries; the
// last one is never reached.
var sureBars = []float64{.5, .6, .7, .8, .9, 2}

// Band returns the gate with a judge whose F1 is highest while it asks at most so
// many times for each reply, and what it does. It asks where asking pays most:
// in a band right below the bar.
func Band(s *Set, p []float64, judge Judge, perReply float64) (Gate, []Outcome) {
	order := ranked(s, p)
	var best Gate
	var did []Outcome
	highest := math.Inf(-1)
	for _, bar := range sureBars {
		first := 0
		for first < len(order) && p[order[first]] >= bar {
			first++
		}
		last := min(len(order)-1, first+int(perReply*float64(s.moments())))
		if last < 0 {
			continue
		}
		// The next float above: the line that would be one question too many has
		// this estimate.
		g := Gate{Bar: bar, Ask: math.Nextafter(p[order[last]], 1), Judge: judge}
		out := Rate(s, p, g)
		if f := Sum(out).F1(); f > highest {
			best, did, highest = g, out, f
		}
	}
	return best, did
}

// Without returns the rows of all other slices, without their features, and their
// estimates. Its Parts are all, but those left out have no moments.
func (s *Set) Without(slice string, p []float64) (*Set, []float64) {
	return s.Of(p, func(other string) bool { return other != slice })
}

// Of returns the rows of the slices that are wanted, as [Set.Without] does.
func (s *Set) Of(p []float64, wanted func(slice string) bool) (*Set, []float64) {
	rest := &Set{Parts: slices.Clone(s.Parts)}
	of := make([]bool, len(rest.Parts))
	for i := range rest.Parts {
		if of[i] = wanted(rest.Parts[i].Slice); !of[i] {
			rest.Parts[i].Moments = 0
		}
	}
	var estimates []float64
	for i := range s.Rows {
		if of[s.Rows[i].Part] {
			rest.Rows, estimates = append(rest.Rows, s.Rows[i]), append(estimates, p[i])
		}
	}
	return rest, estimates
}

// nested returns what gates do whose bar was chosen on the other slices, so that
// nothing of a slice is known to its own gate: the bar with the best F1 at that
// recall at least.
func nested(s *Set, p []float64, recall float64) []Outcome {
	all := make([]Outcome, len(s.Parts))
	for _, name := range s.Slices() {
		rest, estimates := s.Without(name, p)
		did := Rate(s, p, Gate{Bar: Best(Curve(rest, estimates), recall).Bar})
		for i := range s.Parts {
			if s.Parts[i].Slice == name {
				all[i] = did[i]
			}
		}
	}
	return all
}
