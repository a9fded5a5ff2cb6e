package score

import (
	"cmp"
	"math"
	"slices"

	"familiar/lab/corpus"
)

// A Tally counts one familiar after the other. The zero Tally has counted
// none.
type Tally struct {
	count  count
	n      int       // familiars
	f1     float64   // sum of theirs
	delays []float64 // seconds, of each covered moment
}

// Add counts what was decided for one familiar in a slice. The order of the
// decisions doesn't matter; those at one instant are taken as they come. An
// error means that the gold speaks of lines the slice doesn't have.
func (t *Tally) Add(s *corpus.Slice, g *corpus.Gold, decisions []Decision) error {
	decisions = slices.Clone(decisions)
	slices.SortStableFunc(decisions, func(a, b Decision) int { return cmp.Compare(a.At, b.At) })
	var c count
	calls := c.countSlice(s, decisions)
	c.lines(g, calls)
	delays, err := c.answers(s, g, wokenAt(decisions))
	if err != nil {
		return err
	}
	c.late = late(g, wokenAt(decisions))
	t.n++
	t.f1 += f1(share(c.useful, c.calls), share(c.positiveCovered, c.positive))
	t.delays = append(t.delays, delays...)
	t.count.add(c)
	return nil
}

// Score returns the measures of everything counted so far.
func (t *Tally) Score() Score {
	c := &t.count
	p, r := share(c.useful, c.calls), share(c.positiveCovered, c.positive)
	slices.Sort(t.delays)
	return Score{
		Familiars: t.n, Moments: c.moments,
		P: p, R: r, F1: f1(p, r), MacroF1: t.f1 / float64(max(1, t.n)),
		PReplied: share(c.usefulReplied, c.calls), RReplied: share(c.repliedCovered, c.replied),
		RMoments: share(c.covered, c.moments), Timely: share(c.timely, c.moments),
		CallsPerReply: share(c.calls, c.moments), JudgedPerReply: share(c.judged, c.moments),
		Delay50: quantile(t.delays, 0.5), Delay90: quantile(t.delays, 0.9),
	}
}

func share(of, all int) float64 { return float64(of) / float64(max(1, all)) }

func f1(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// quantile returns the value that the share q of sorted lies below, without
// interpolation.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
