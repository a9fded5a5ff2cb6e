package fit

import (
	"math"

	"familiar/policy/odds"
)

// gate is the feature that opens the second weights: whether the author and
// the familiar are talking changes what everything else means.
const gate = odds.Talking

// A Model is fitted weights: of the constant and each feature, and then what is
// added to each as far as the gate is open.
type Model []float64

// columns is how many weights a model has.
func columns() int { return 2 * width }

// sparse is a row as the fit sees it: the columns that aren't 0.
type sparse struct {
	at     []int
	values []float64
}

// fillRow fills in row i of s. The gate times itself says nothing new, and times
// the constant it is the gate.
func (x *sparse) fillRow(s *Set, i int) {
	row := s.values[i*width : (i+1)*width]
	x.at, x.values = x.at[:0], x.values[:0]
	for k, v := range row {
		if v != 0 { // half of them are
			x.at, x.values = append(x.at, k), append(x.values, float64(v))
		}
	}
	open := float64(row[gate])
	if open == 0 {
		return
	}
	for k, n := 0, len(x.at); k < n; k++ {
		if at := x.at[k]; at != 0 && at != int(gate) {
			x.at, x.values = append(x.at, width+at), append(x.values, float64(open*x.values[k]))
		}
	}
}

// under returns the estimate for the row under a model.
func (x *sparse) under(m Model) float64 {
	sum := 0.0
	for k, at := range x.at {
		sum += float64(m[at] * x.values[k])
	}
	return 1 / (1 + math.Exp(-sum))
}

// round is to how many parts of one a written weight is exact.
const round = 1e4

// File returns the weights in the form of a file, with how their estimates are
// calibrated. Name, provenance and what they were fitted to are the caller's.
func (m Model) File(by Calibration) odds.File {
	f := odds.File{Form: odds.Form, Cap: rounded(by.Cap), Bias: rounded(m[0]), Gate: gate.String()}
	if bend := rounded(by.Bend); bend < 1 {
		f.Bend = &bend
	}
	f.Weights, f.Gated = make(map[string]float64), make(map[string]float64)
	for _, feature := range odds.Features() {
		if w := rounded(m[feature]); w != 0 {
			f.Weights[feature.String()] = w
		}
		if w := rounded(m[width+int(feature)]); w != 0 {
			f.Gated[feature.String()] = w
		}
	}
	return f
}

func rounded(w float64) float64 { return math.Round(w*round) / round }
