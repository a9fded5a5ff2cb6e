package fit

import (
	"math"

	"familiar/policy/odds"
)

// A Calibration is what is done with estimates that are too sure: of the log-odds
// above those of [odds.Knee] only the part Bend counts, and none is above Cap. The
// rows say nothing of somebody alone with a familiar, whom no bend is for.
type Calibration struct{ Bend, Cap float64 }

// The cap of weights: of so many of the surest lines the share that was
// answered, and never outside these two.
const (
	surest     = 60
	lowestCap  = .6
	highestCap = .98
)

// ridgeBend is how strongly a bend is drawn to 1, as [Ridge] draws weights to 0.
const ridgeBend = 2.0

// Calibrate returns what makes estimates right where they are highest. They are of
// weights that have not seen their rows.
func Calibrate(s *Set, p []float64) Calibration {
	return Calibration{Bend: bend(s, p), Cap: highest(s, p)}
}

// of returns an estimate as it is calibrated.
func (c Calibration) of(p float64) float64 {
	if over := above(p); over > 0 {
		p = bent(c.Bend, over)
	}
	return min(c.Cap, p)
}

// above returns the log-odds of an estimate above those of [odds.Knee].
func above(p float64) float64 { return math.Log(p/(1-p)) - math.Log(odds.Knee/(1-odds.Knee)) }

// bent returns the estimate that a bend makes of one so far above the knee.
func bent(bend, over float64) float64 {
	return 1 / (1 + (1-odds.Knee)/odds.Knee*math.Exp(-bend*over))
}

// bend returns the likeliest one, found by Newton's method.
func bend(s *Set, p []float64) float64 {
	b, open := 1.0, s.open()
	for range mostSteps {
		slope, curve := ridgeBend*(b-1), ridgeBend
		for _, i := range open {
			if over := above(min(p[i], highestCap)); over > 0 {
				q := bent(b, over)
				slope += float64((q - s.Rows[i].target()) * over)
				curve += float64(q * (1 - q) * over * over)
			}
		}
		b -= slope / curve
	}
	return min(1, max(0, b))
}

// highest returns what no estimate should be above: the share that was really
// answered of the surest sixty lines.
func highest(s *Set, p []float64) float64 {
	order := ranked(s, p)
	order = order[:min(surest, len(order))]
	answered := 0
	for _, i := range order {
		answered += one(s.Rows[i].Positive)
	}
	return min(highestCap, max(lowestCap, share(answered, len(order))))
}

// Calibrated returns the estimates of c.P, those of each slice calibrated by the
// others'.
func (c *Crossed) Calibrated(s *Set) []float64 {
	p := make([]float64, len(c.P))
	for _, name := range s.Slices() {
		by := Calibrate(s.Without(name, c.P))
		for i := range p {
			if s.Slice(i) == name {
				p[i] = by.of(c.P[i])
			}
		}
	}
	return p
}
