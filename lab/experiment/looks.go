package experiment

import (
	"cmp"
	"math"
	"slices"

	"familiar/internal/splitmix"
	"familiar/messages"
	"familiar/policy/experiment"
)

// A Look is what the experiment saw when it looked whether it can stop.
type Look struct {
	Day        experiment.Day `json:"-"`
	Date       string         `json:"date"`
	Spent      float64        `json:"spent"` // of the error, up to this look
	Units      [2]int         `json:"units"` // that have said anything, of a and b
	Said       [2]int         `json:"said"`
	Difference float64        `json:"difference"`         // of the measure, b - a
	Statistic  float64        `json:"statistic"`          // in standard errors of the difference
	Boundary   float64        `json:"boundary,omitempty"` // from which on it stops; 0: no value would do yet
	Stops      bool           `json:"stops"`
	Last       bool           `json:"last,omitempty"` // whatever it saw: its days or its lines are over
}

// Redraws bound how often units are drawn anew.
const (
	mostRedraws  = 9_999
	leastRedraws = 1_999
	mostWork     = 200_000_000 // draws of a unit
)

// again tells redraws from the draw itself.
const again = "/again"

// looks returns the looks whose day has come, up to the one that stops or is the
// last.
//
// Each is a randomisation test: were there no difference, the same lines would
// have been taken the same way had the units been drawn otherwise. So units are
// drawn anew thousands of times, by the same rule, and the true draw stops the
// experiment where it is further out than all but the share of draws that [spent]
// lets stop by then (sequential monitoring with randomisation tests: Plamadeala and
// Rosenberger, Annals of Statistics 40, 2012). Draws that stopped at an earlier
// look are out. The true draw is one of them all, so the error is at most alpha,
// for any number of units and any likeness of lines within one (Phipson and
// Smyth, "Permutation p-values should never be zero", 2010).
func (d *Data) looks(redraws int) (all []Look) {
	n := 0
	for n < d.Plan.Looks && d.Now >= d.Plan.Start(d.Plan.LookAt(n+1)) {
		n++
	}
	t := d.trial(n)
	draws := t.draws(redraws)
	live := make([]int, len(draws)) // the first is the true one
	for i := range live {
		live[i] = i
	}
	out := 0
	for k := range n {
		look := t.look(k, d)
		budget := int(math.Floor(look.Spent*float64(len(draws))+1e-9)) - out
		far := func(i int) float64 { return math.Abs(draws[i][k]) }
		slices.SortStableFunc(live, func(i, j int) int { return cmp.Compare(far(j), far(i)) })
		stops := min(max(budget, 0), len(live))
		for stops > 0 && stops < len(live) && far(live[stops-1]) == far(live[stops]) {
			stops-- // those that are equally far out stop together or not at all
		}
		if stops > 0 {
			look.Boundary = far(live[stops-1])
		}
		look.Stops = slices.Contains(live[:stops], 0)
		all = append(all, look)
		if look.Stops || look.Last {
			break
		}
		live, out = live[stops:], out+stops
	}
	return all
}

// A trial is what the looks have to go by.
type trial struct {
	plan    *experiment.Plan
	numbers []uint64  // of each unit, for drawing it anew
	sides   []bool    // it is in arm b
	by      [][]seen  // by unit and look, all that was known then
	spread  []float64 // by look: how much units differ, see spreadAt
}

// trial adds up what was known at each of the first n looks.
func (d *Data) trial(n int) *trial {
	t := &trial{plan: &d.Plan, spread: make([]float64, n)}
	for _, u := range d.units {
		known, sum := make([]seen, n), seen{}
		for k := range known {
			sum.said += u.by[k].said
			sum.hits += u.by[k].hits
			known[k] = sum
		}
		if sum.said == 0 {
			continue
		}
		t.by = append(t.by, known)
		t.sides = append(t.sides, u.side == messages.SideB)
		t.numbers = append(t.numbers, u.Number(d.Plan.Name+again, uint64(d.Plan.Seed)))
	}
	for k := range t.spread {
		t.spread[k] = t.spreadAt(k)
	}
	return t
}

// spreadAt returns the variance of a unit's hits about what the rate of all
// would give it, the residual of a ratio (Cochran, "Sampling Techniques", 6.3).
// It is the same however units are drawn.
func (t *trial) spreadAt(k int) float64 {
	var said, hits, units, squares float64
	for _, known := range t.by {
		said, hits = said+known[k].said, hits+known[k].hits
	}
	for _, known := range t.by {
		if s := known[k]; s.said > 0 {
			units++
			rest := s.hits - s.said*hits/said
			squares += rest * rest
		}
	}
	return squares / max(1, units-1)
}

// draws returns the statistic at each look for the true draw and then for so many
// others, 0 for as many as there is time for.
func (t *trial) draws(redraws int) [][]float64 {
	if redraws == 0 {
		redraws = min(mostRedraws, max(leastRedraws, mostWork/max(1, len(t.by))))
	}
	all := make([][]float64, 1, redraws+1)
	all[0] = t.statistics(t.sides)
	sides := make([]bool, len(t.sides))
	for m := range redraws {
		for i, number := range t.numbers {
			sides[i] = splitmix.Fraction(splitmix.At(number, uint64(m))) < t.plan.Share
		}
		all = append(all, t.statistics(sides))
	}
	return all
}

// An armful is what the units of one arm come to.
type armful struct{ units, said, hits float64 }

func (a *armful) add(s seen) {
	if s.said > 0 {
		a.units++
		a.said += s.said
		a.hits += s.hits
	}
}

// statistics returns, for each look, how far apart the arms are in standard errors;
// 0 where one has no unit.
func (t *trial) statistics(sides []bool) []float64 {
	all := make([]float64, len(t.spread))
	for k := range all {
		arms := t.arms(k, sides)
		all[k] = statistic(arms, t.spread[k])
	}
	return all
}

func (t *trial) arms(k int, sides []bool) (arms [2]armful) {
	for i, known := range t.by {
		if sides[i] {
			arms[1].add(known[k])
		} else {
			arms[0].add(known[k])
		}
	}
	return arms
}

func statistic(arms [2]armful, spread float64) float64 {
	a, b := arms[0], arms[1]
	if a.units == 0 || b.units == 0 || spread == 0 {
		return 0
	}
	difference := b.hits/b.said - a.hits/a.said
	return difference / math.Sqrt(spread*(a.units/(a.said*a.said)+b.units/(b.said*b.said)))
}

// look returns the k-th look, from 0, of the true draw.
func (t *trial) look(k int, d *Data) Look {
	day := d.Plan.LookAt(k + 1)
	look := Look{Day: day, Date: day.String()}
	arms := t.arms(k, t.sides)
	for i, a := range arms {
		look.Units[i], look.Said[i] = int(a.units), int(a.said)
	}
	over := d.Plan.Fraction(k+1, look.Said[0]+look.Said[1])
	look.Spent, look.Last = spent(1-d.Plan.Confidence, over), over == 1
	if arms[0].said > 0 && arms[1].said > 0 {
		look.Difference = arms[1].hits/arms[1].said - arms[0].hits/arms[0].said
	}
	look.Statistic = statistic(arms, t.spread[k])
	return look
}
