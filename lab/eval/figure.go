package eval

import (
	"familiar/lab/fit"
	"familiar/policy/odds"
)

// A Figure is what a plot of the estimates shows.
type Figure struct {
	Tenths []Tenth `json:"reliability"`
	Costs  []Cost  `json:"cost"` // what asking a judge .90/.05 buys, the fewest calls first
}

// A Tenth is the lines for nobody in particular whose estimate is in one tenth,
// the lowest first.
type Tenth struct {
	Lines    int     `json:"lines"`
	Expected Measure `json:"expected"` // to be answered, by the estimates
	Answered int     `json:"answered"`
}

// A Cost is what a gate is worth that asks a judge from the lower bar Ask on and
// is sure from the bar of the preset social on. A wake-up covers one line.
type Cost struct {
	Ask           Measure `json:"ask"`
	EvalsPerReply Measure `json:"evals_per_reply"`
	P             Measure `json:"P"`
	R             Measure `json:"R"`
	F1            Measure `json:"F1"`
}

// noisy is the judge of the curve.
var noisy = fit.Judge{Yes: .90, Wrong: .05}

// figure makes the figure of estimates; nil where there are none, or nothing to
// count calls by.
func (e *evaluation) figure() *Figure {
	if e.estimates == nil || e.replies() == 0 {
		return nil
	}
	f := &Figure{Tenths: tenths(fit.Reliability(e.rows, e.estimates))}
	for _, c := range thinned(fit.Costs(e.rows, e.estimates, noisy, odds.Default().Ask.Hi)) {
		f.Costs = append(f.Costs, Cost{Measure(c.Ask), Measure(c.PerReply), Measure(c.P), Measure(c.R), Measure(c.F1)})
	}
	return f
}

func tenths(of [10]fit.Tenth) []Tenth {
	all := make([]Tenth, 0, len(of))
	for _, t := range of {
		all = append(all, Tenth{t.Rows, Measure(t.Expected), t.Answered})
	}
	return all
}

// apart is how far points of a curve are from each other, in the share by which
// the calls and one more grow.
const apart = .03

// thinned leaves out points that are close to the one before; the last stays.
func thinned(costs []fit.Cost) []fit.Cost {
	var kept []fit.Cost
	for i, c := range costs {
		last := i == len(costs)-1
		if last || len(kept) == 0 || 1+c.PerReply >= (1+kept[len(kept)-1].PerReply)*(1+apart) {
			kept = append(kept, c)
		}
	}
	return kept
}
