package fit

import (
	"math/rand/v2"
	"slices"
)

// draws is how often slices are drawn anew for an interval.
const draws = 1000

// interval returns between which two values a measure lies in 95 of 100 drawings
// of as many slices out of those of s, with repetition (the bootstrap of
// Efron, 1979, by slice: lines of one slice are alike). outcomes are those of
// the parts of s. The drawings are the same each time.
func interval(s *Set, outcomes []Outcome, measure func(Outcome) float64) (low, high float64) {
	by := bySlice(s, outcomes)
	names := s.Slices()
	values := make([]float64, draws)
	dice := rand.New(rand.NewPCG(1, 1))
	for k := range values {
		var sum Outcome
		for range names {
			sum.add(by[names[dice.IntN(len(names))]])
		}
		values[k] = measure(sum)
	}
	slices.Sort(values)
	return values[draws*25/1000], values[draws*975/1000-1]
}

// bySlice adds up the outcomes of the parts of each slice.
func bySlice(s *Set, outcomes []Outcome) map[string]Outcome {
	by := make(map[string]Outcome)
	for i, part := range s.Parts {
		sum := by[part.Slice]
		sum.add(outcomes[i])
		by[part.Slice] = sum
	}
	return by
}
