package fit

import (
	"math"
	"sort"

	"familiar/policy/odds"
)

// A Cascade is a gate with two judges: the first is asked between two bars, the
// second what the first has answered where that leaves the odds between two
// others. The zero Cascade speaks to every line.
type Cascade struct {
	Bar float64 // an open line is answered from here on
	Ask float64 // from here on, up to Bar, the first judge is asked

	Judges odds.Second // the first judge's rates, and what of its verdicts is not enough
	Second Judge
}

// Spent is how many questions a gate has put to each judge.
type Spent struct{ First, Second float64 }

// In returns what they come to in questions to the second judge, of which one to
// the first is such a part.
func (s Spent) In(part float64) float64 { return s.First*part + s.Second }

// What [Cascaded] tries: lower bars, by each of which so much more is asked about
// than by the one before, up to such a part of all lines; and bars for the odds
// after a verdict: a yes is always enough with 0, a no with 1.
const (
	askMore = 1.05
	askMost = 3
)

var (
	enoughYes = []float64{0, .4, .5, .6, .65, .7, .75, .8, .9, .96, 1}
	enoughNo  = []float64{.05, .08, .1, .14, .18, .22, .28, .35, .5, 1}
)

// Cascaded returns the gate with two judges whose F1 is highest while its
// questions cost at most so much for each reply, in questions to the second judge,
// of which one to the first is such a part. Where no second question pays, or the
// second judge is the zero Judge, it asks none.
func Cascaded(s *Set, p []float64, first, second Judge, part, perReply float64) Cascade {
	c := newCounter(s, p)
	his, los := enoughYes, enoughNo
	if second == (Judge{}) {
		his, los = []float64{0}, []float64{1}
	}
	var best Cascade
	highest := math.Inf(-1)
	for _, bar := range sureBars {
		for _, ask := range c.asks(bar) {
			for _, hi := range his {
				for _, lo := range los {
					g := Cascade{Bar: bar, Ask: ask, Judges: odds.Second{Yes: first.Yes, Wrong: first.Wrong, Hi: hi, Lo: lo}, Second: second}
					out, spent := c.rate(&g)
					if spent.In(part) > perReply*float64(max(1, out.Moments)) {
						continue
					}
					if f := out.F1(); f > highest {
						best, highest = g, f
					}
				}
			}
		}
	}
	return best
}

// A counter knows how many lines, and answered ones, have an estimate from a bar
// on.
type counter struct {
	estimates []float64 // of open lines, the highest first
	positive  []int     // of the first k of them
	whole     Outcome   // with them alone
}

func newCounter(s *Set, p []float64) *counter {
	c := &counter{whole: Outcome{Moments: s.moments()}}
	for i := range s.Rows {
		r := &s.Rows[i]
		c.whole.Positives += one(r.Positive)
		if r.Addressed {
			c.whole.Fires++
			c.whole.Useful += float64(one(r.Positive))
			c.whole.Covered += float64(one(r.Positive))
		}
	}
	order := ranked(s, p)
	c.positive = make([]int, 1, len(order)+1)
	for k, i := range order {
		c.estimates = append(c.estimates, p[i])
		c.positive = append(c.positive, c.positive[k]+one(s.Rows[i].Positive))
	}
	return c
}

// asks returns lower bars below that one, by which more and more lines are asked
// about.
func (c *counter) asks(bar float64) (all []float64) {
	all = append(all, bar)
	sure, _ := c.above(bar)
	for more := 20.; ; more *= askMore {
		k := int(sure) + int(more)
		if k >= len(c.estimates) || k > len(c.estimates)/askMost && len(all) > 1 {
			return all
		}
		if at := c.estimates[k]; at < all[len(all)-1] {
			all = append(all, at)
		}
	}
}

// above returns how many open lines have an estimate from that bar on, and how
// many of them were answered.
func (c *counter) above(bar float64) (lines, positive float64) {
	k := sort.Search(len(c.estimates), func(k int) bool { return c.estimates[k] < bar })
	return float64(k), float64(c.positive[k])
}

// between returns the same of what is from one bar on and below another.
func (c *counter) between(from, below float64) (answered, others float64) {
	if from >= below {
		return 0, 0
	}
	lines, positive := c.above(from)
	sure, itsPositive := c.above(below)
	answered = positive - itsPositive
	return answered, lines - sure - answered
}

// rate returns what a cascade is to be expected to do, and to ask.
func (c *counter) rate(g *Cascade) (out Outcome, spent Spent) {
	out = c.whole
	speak := func(answered, others float64) {
		out.Fires += answered + others
		out.Useful += answered
		out.Covered += answered
	}
	lines, positive := c.above(g.Bar)
	speak(positive, lines-positive)
	first, second := Judge{g.Judges.Yes, g.Judges.Wrong}, g.Second
	confirm, appeal := g.doubted()
	answered, others := c.between(g.Ask, g.Bar)
	spent.First = answered + others

	low, lowOthers := c.between(g.Ask, min(confirm, g.Bar)) // a yes here is asked about again
	spent.Second += low*first.Yes + lowOthers*first.Wrong
	speak(low*first.Yes*second.Yes, lowOthers*first.Wrong*second.Wrong)
	speak((answered-low)*first.Yes, (others-lowOthers)*first.Wrong)

	high, highOthers := c.between(max(appeal, g.Ask), g.Bar) // and a no here
	spent.Second += high*(1-first.Yes) + highOthers*(1-first.Wrong)
	speak(high*(1-first.Yes)*second.Yes, highOthers*(1-first.Wrong)*second.Wrong)
	out.Asked = spent.First + spent.Second
	return out, spent
}

// doubted returns below which odds a yes is not enough, and from which on a no is
// not.
func (g *Cascade) doubted() (confirm, appeal float64) {
	j := &g.Judges
	before := func(after, right, wrong float64) float64 { // what becomes after
		switch {
		case after <= 0:
			return 0
		case after >= 1:
			return math.Inf(1)
		}
		return after * wrong / (after*wrong + (1-after)*right)
	}
	return before(j.Hi, j.Yes, j.Wrong), before(j.Lo, 1-j.Yes, 1-j.Wrong)
}
