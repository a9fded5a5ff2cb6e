package fit

import (
	"math"
	"testing"
)

// TestCosts: each point of the curve is what the gate with that lower bar does.
func TestCosts(t *testing.T) {
	s := planted(t, 3, 400, .5, .05)
	p := make([]float64, len(s.Rows))
	for i := range p {
		p[i] = float64(i%97) / 97
	}
	judge := Judge{Yes: .9, Wrong: .05}
	costs := Costs(s, p, judge, .65)
	if len(costs) < 50 || costs[0].PerReply != 0 {
		t.Fatalf("%d points, the first of %+v: want one for each estimate below the bar, and at first no calls", len(costs), costs[0])
	}
	for _, c := range costs {
		sum := Sum(Rate(s, p, Gate{Bar: .65, Ask: c.Ask, Judge: judge}))
		for what, off := range map[string]float64{"P": c.P - sum.precision(), "R": c.R - sum.recall(), "F1": c.F1 - sum.F1(), "calls": c.PerReply - sum.AskedPerReply()} {
			if math.Abs(off) > 1e-9 {
				t.Fatalf("from %v on, %s is off by %v: got %+v, want %+v", c.Ask, what, off, c, sum)
			}
		}
	}
}
