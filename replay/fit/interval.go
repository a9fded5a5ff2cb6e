package fit

import "slices"

// draws is how often slices are drawn anew for an interval.
const draws = 1000

// Interval gives between which two values a measure lies in 95 of 100 drawings
// of as many slices out of those of s, with repetition (the bootstrap of
// Efron, 1979, by slice: lines of one slice are alike). outcomes are those of
// the parts of s. The drawings are the same each time.
func Interval(s *Set, outcomes []Outcome, measure func(Outcome) float64) (low, high float64) {
	by := BySlice(s, outcomes)
	names := s.Slices()
	values := make([]float64, draws)
	seed := uint64(1)
	for k := range values {
		var sum Outcome
		for range names {
			seed += 0x9e3779b97f4a7c15 // SplitMix64 (Steele, Lea and Flood, 2014)
			z := (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			sum.add(by[names[(z^z>>31)%uint64(len(names))]])
		}
		values[k] = measure(sum)
	}
	slices.Sort(values)
	return values[draws*25/1000], values[draws*975/1000-1]
}

// BySlice adds up the outcomes of the parts of each slice.
func BySlice(s *Set, outcomes []Outcome) map[string]Outcome {
	by := make(map[string]Outcome)
	for i, part := range s.Parts {
		sum := by[part.Slice]
		sum.add(outcomes[i])
		by[part.Slice] = sum
	}
	return by
}
