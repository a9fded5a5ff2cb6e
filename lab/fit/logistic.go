package fit

import (
	"errors"
	"math"

	"familiar/policy/odds"
)

// Ridge is how strongly weights are drawn to 0: as much as two rows that say
// the opposite would. Without it a feature that no row has could weigh
// anything.
const Ridge = 2.0

// What the recording of a few large channels can't say: how much likelier an
// answer is expected in a small round. Where rooms of all sizes were recorded
// the rows say it, elsewhere this does: the weight of the crowd is drawn to
// that of the weights set by hand, as strongly as that many rows would.
const (
	priorCrowd = -2.0
	ridgeCrowd = 40.0
)

// Nor can it say what is expected of a familiar that is alone with somebody:
// where only one person has been seen in a recording of others' channels, the
// others had not spoken yet. That weight is set by hand; these rows hold it.
const (
	priorAlone = 6.5
	ridgeAlone = 10_000.0
)

// The limits of Newton's method, which needs six or seven steps.
const (
	mostSteps = 40
	settled   = 1e-7 // largest change of a weight that is none
)

// guess is what an answer counts for that nothing shows but its place, right
// behind the line. Counted whole, such answers teach that whatever was just
// said is for us; left out, that those who don't press reply are never answered.
const guess = .5

// target is what the estimate of a row should be.
func (r *Row) target() float64 {
	switch {
	case !r.Positive:
		return 0
	case r.Guessed:
		return guess
	}
	return 1
}

var errDiverges = errors.New("the fit doesn't converge: the rows can't tell the features apart")

// Fit finds the weights that make the rows in use likeliest, by Newton's method
// with a [Ridge]: minimised is the negative log-likelihood plus half the ridge
// times the squared distance of each weight from 0, or for the crowd from its
// prior; the constant's is free. It begins at
// start; nil: at 0. The sums are taken in the rows' order, so that the same
// rows give the same weights.
func Fit(s *Set, use []int, start Model) (Model, error) {
	n := columns()
	m := make(Model, n)
	copy(m, start)
	slope, bend := make([]float64, n), make([]float64, n*n)
	shown := s.Replying()
	var x sparse
	for range mostSteps {
		clear(slope)
		clear(bend)
		for _, i := range use {
			x.fillRow(s, i)
			addRow(&x, x.under(m), s.Rows[i].target(), slope, bend)
		}
		for k := range n {
			toward, ridge := prior(k, shown)
			slope[k] += float64(ridge * (m[k] - toward))
			bend[k*n+k] += ridge
		}
		step, ok := solve(bend, slope)
		if !ok {
			return nil, errDiverges
		}
		most := 0.0
		for k := range m {
			m[k] -= step[k]
			most = max(most, math.Abs(step[k]))
		}
		if most < settled {
			return m, nil
		}
	}
	return nil, errDiverges
}

// prior says to what a column's weight is drawn, and how strongly. Recordings
// with replies are of rooms of all sizes, and there the rows say it.
func prior(column int, replying bool) (toward, ridge float64) {
	switch {
	case column == 0:
		return 0, 0
	case column == int(odds.Crowded) && !replying:
		return priorCrowd, ridgeCrowd
	case column == int(odds.Alone) && !replying:
		return priorAlone, ridgeAlone
	}
	return 0, Ridge
}

// addRow adds a row to the slope and, its lower triangle, the bend of what is
// minimised.
func addRow(x *sparse, p, target float64, slope, bend []float64) {
	off, spread := p-target, p*(1-p)
	for a, k := range x.at {
		slope[k] += float64(off * x.values[a])
		line, by := bend[k*len(slope):], spread*x.values[a]
		for b := range a + 1 {
			line[x.at[b]] += float64(by * x.values[b])
		}
	}
}

// solve returns x of a·x = b for a symmetric a that is given by its lower
// triangle, by Cholesky's decomposition in place; false when a has none.
func solve(a, b []float64) (x []float64, ok bool) {
	n := len(b)
	for i := range n {
		for j := range i + 1 {
			sum := a[i*n+j]
			for k := range j {
				sum -= float64(a[i*n+k] * a[j*n+k])
			}
			switch {
			case i != j:
				a[i*n+j] = sum / a[j*n+j]
			case !(sum > 1e-12):
				return nil, false
			default:
				a[i*n+i] = math.Sqrt(sum)
			}
		}
	}
	x = make([]float64, n)
	for i := range n {
		x[i] = b[i]
		for k := range i {
			x[i] -= float64(a[i*n+k] * x[k])
		}
		x[i] /= a[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= float64(a[k*n+i] * x[k])
		}
		x[i] /= a[i*n+i]
	}
	return x, true
}
