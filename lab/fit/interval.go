package fit

import (
	"math"
	"math/rand/v2"
	"slices"
)

// draws is how often slices are drawn anew for an interval.
const draws = 1000

// Interval returns between which two values a measure lies in 95 of 100 drawings
// of n slices out of n, with repetition (the bootstrap of Efron,
// 1979, by slice: lines of one slice are alike). measure is given the numbers of
// the slices that were drawn; a drawing it has no value for, NaN, doesn't count,
// and without any other the interval is NaN. The drawings are the same each time.
func Interval(n int, measure func(drawn []int) float64) (low, high float64) {
	drawn := make([]int, n)
	values := make([]float64, 0, draws)
	dice := rand.New(rand.NewPCG(1, 1))
	for range draws {
		for i := range drawn {
			drawn[i] = dice.IntN(n)
		}
		if v := measure(drawn); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(values)
	return values[len(values)*25/1000], values[max(1, len(values)*975/1000)-1]
}

// interval is that of a measure of outcomes, which are those of the parts of s.
func interval(s *Set, outcomes []Outcome, measure func(Outcome) float64) (low, high float64) {
	by := bySlice(s, outcomes)
	names := s.Slices()
	return Interval(len(names), func(drawn []int) float64 {
		var sum Outcome
		for _, k := range drawn {
			sum.add(by[names[k]])
		}
		return measure(sum)
	})
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
