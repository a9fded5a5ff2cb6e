package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"familiar/policy/odds"
)

// drawnSet has lines of which as many were answered as their estimates say.
func drawnSet(lines int) (*Set, []float64) {
	dice := rand.New(rand.NewPCG(1, 2))
	s := &Set{Parts: []Part{{Slice: "a", Moments: 100}}}
	var p []float64
	for range lines {
		p = append(p, math.Pow(dice.Float64(), 4))
		s.Rows = append(s.Rows, Row{Positive: dice.Float64() < p[len(p)-1], Addressed: dice.IntN(50) == 0})
	}
	return s, p
}

// TestCascadeIsCounted: what a cascade is to be expected to do is what comes of
// each line by itself.
func TestCascadeIsCounted(t *testing.T) {
	s, p := drawnSet(4000)
	c := newCounter(s, p)
	second := Judge{.95, .02}
	for _, g := range []Cascade{
		{Bar: .8, Ask: .1, Judges: odds.Second{Yes: .8, Wrong: .1, Lo: 1}, Second: second},
		{Bar: .8, Ask: .1, Judges: odds.Second{Yes: .8, Wrong: .1, Hi: .75, Lo: .2}, Second: second},
		{Bar: 2, Ask: .05, Judges: odds.Second{Yes: .8, Wrong: .1, Hi: 1, Lo: .05}, Second: second},
		{Bar: .9, Ask: .9, Judges: odds.Second{Yes: .8, Wrong: .1, Hi: .5, Lo: .5}, Second: second},
	} {
		var want Outcome
		var spent Spent
		for i := range s.Rows {
			r := &s.Rows[i]
			want.Positives += one(r.Positive)
			chance := 0.
			switch first, again := g.Judges.Wrong, second.Wrong; {
			case r.Addressed || p[i] >= g.Bar:
				chance = 1
			case p[i] >= g.Ask:
				if r.Positive {
					first, again = g.Judges.Yes, second.Yes
				}
				spent.First++
				yes, no := 1., 0.
				if _, doubts := g.Judges.Doubts(p[i], true); doubts {
					spent.Second, yes = spent.Second+first, again
				}
				if _, doubts := g.Judges.Doubts(p[i], false); doubts {
					spent.Second, no = spent.Second+1-first, again
				}
				chance = first*yes + (1-first)*no
			}
			want.Fires += chance
			if r.Positive {
				want.Covered += chance
			}
		}
		got, its := c.rate(&g)
		if math.Abs(got.Fires-want.Fires) > 1e-6 || math.Abs(got.Covered-want.Covered) > 1e-6 || got.Positives != want.Positives ||
			math.Abs(its.First-spent.First) > 1e-6 || math.Abs(its.Second-spent.Second) > 1e-6 {
			t.Errorf("%+v: got %+v, %+v; want %+v, %+v", g, got, its, want, spent)
		}
	}
}

// TestCascaded: with two judges it is worth no less than with one of them for the
// same, it spends no more than it may, and without a second judge none is asked.
func TestCascaded(t *testing.T) {
	s, p := drawnSet(20_000)
	c := newCounter(s, p)
	small, large := Judge{.8, .1}, Judge{.95, .02}
	for _, spend := range []float64{.5, 2, 8} {
		both, one := Cascaded(s, p, small, large, .1, spend), Cascaded(s, p, small, Judge{}, .1, spend)
		out, spent := c.rate(&both)
		alone, its := c.rate(&one)
		if out.F1() < alone.F1() || spent.In(.1) > spend*100 || its.In(.1) > spend*100 || its.Second != 0 {
			t.Errorf("for %v both come to %v with %+v, the small one to %v with %+v", spend, out.F1(), spent, alone.F1(), its)
		}
	}
	if both := Cascaded(s, p, small, large, .1, 8); both.Judges.Hi == 0 && both.Judges.Lo == 1 {
		t.Errorf("with much to spend nobody is asked again: %+v", both)
	}
}
