package fit

import (
	"errors"
	"math"
)

// Ridge is how strongly weights are drawn to 0: as much as two rows that say
// the opposite would. Without it a feature that no row has could weigh
// anything.
const Ridge = 2.0

// The limits of Newton's method, which needs six or seven steps.
const (
	mostSteps = 40
	settled   = 1e-7 // largest change of a weight that is none
)

var errDiverges = errors.New("the fit finds no weights: the rows can't tell the features apart")

// Fit finds the weights that make the rows in use likeliest, by Newton's method
// with a [Ridge]: minimised is the negative log-likelihood plus half the ridge
// times the sum of the squared weights, but that of the constant. It begins at
// start; nil: at 0. The sums are taken in the rows' order, so that the same
// rows give the same weights.
func Fit(s *Set, use []int, start Model) (Model, error) {
	n := columns()
	m := make(Model, n)
	copy(m, start)
	slope, bend := make([]float64, n), make([]float64, n*n)
	var x sparse
	for range mostSteps {
		clear(slope)
		clear(bend)
		for _, i := range use {
			x.take(s, i)
			addRow(&x, x.under(m), s.Rows[i].Positive, slope, bend)
		}
		for k := range n {
			ridge := Ridge
			if k == 0 {
				ridge = 0
			}
			slope[k] += float64(ridge * m[k])
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

// addRow adds a row to the slope and, its lower triangle, the bend of what is
// minimised.
func addRow(x *sparse, p float64, positive bool, slope, bend []float64) {
	off, spread := p, p*(1-p)
	if positive {
		off--
	}
	for a, k := range x.at {
		slope[k] += float64(off * x.values[a])
		line, by := bend[k*len(slope):], spread*x.values[a]
		for b := range a + 1 {
			line[x.at[b]] += float64(by * x.values[b])
		}
	}
}

// solve gives x of a·x = b for a symmetric a that is given by its lower
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
