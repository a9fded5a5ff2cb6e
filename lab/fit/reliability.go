package fit

import "math"

// A Tenth is the open rows whose estimate is in one tenth of probability.
type Tenth struct {
	Rows     int
	Expected float64 // sum of the estimates
	Answered int
}

// Reliability returns the tenths, the lowest first: where estimates are right,
// Expected and Answered agree.
func Reliability(s *Set, p []float64) [10]Tenth { return ReliabilityOf(s, p, s.open()) }

// ReliabilityOf returns the tenths of some rows.
func ReliabilityOf(s *Set, p []float64, rows []int) [10]Tenth {
	var tenths [10]Tenth
	for _, i := range rows {
		t := &tenths[min(9, int(p[i]*10))]
		t.Rows++
		t.Expected += p[i]
		t.Answered += one(s.Rows[i].Positive)
	}
	return tenths
}

// CalibrationError is the expected calibration error (Naeini, Cooper and
// Hauskrecht, 2015) by tenths: how far estimates are off on average.
func CalibrationError(tenths [10]Tenth) float64 {
	rows, off := 0, 0.0
	for _, t := range tenths {
		rows += t.Rows
		off += math.Abs(t.Expected - float64(t.Answered))
	}
	return off / float64(max(1, rows))
}
