package fit

import (
	"time"

	"familiar/messages"
	"familiar/policy/odds"
)

// A Gate says when a familiar speaks, by the estimates alone. The zero Gate
// speaks to every line.
type Gate struct {
	Bar    float64       // an open line is answered from here on
	Ask    float64       // from here on, up to Bar, a judge is asked; at Bar or above: nobody is
	Judge  Judge         // the zero Judge: there is none
	Absorb time.Duration // what the same author adds so soon after the line goes along with it; 0: a line is a wake-up
}

// An Outcome is what a gate did. With a judge the numbers are those to be
// expected, since no draw is made.
type Outcome struct {
	Fires, Useful float64 // wake-ups, and those that cover a positive line
	Covered       float64 // positive lines covered
	Asked         float64 // judge calls
	Positives     int
	Moments       int
}

// precision is the share of wake-ups that cover a positive line no earlier one
// covered.
func (o Outcome) precision() float64 { return o.Useful / max(1, o.Fires) }

// recall is the share of positive lines that were covered.
func (o Outcome) recall() float64 { return o.Covered / float64(max(1, o.Positives)) }

// F1 is the harmonic mean of the two.
func (o Outcome) F1() float64 { return f1(o.precision(), o.recall()) }

// AskedPerReply is judge calls for each time the participant really answered.
func (o Outcome) AskedPerReply() float64 { return o.Asked / float64(max(1, o.Moments)) }

func (o *Outcome) add(b Outcome) {
	o.Fires += b.Fires
	o.Useful += b.Useful
	o.Covered += b.Covered
	o.Asked += b.Asked
	o.Positives += b.Positives
	o.Moments += b.Moments
}

// Sum adds outcomes up.
func Sum(all []Outcome) Outcome {
	var sum Outcome
	for _, o := range all {
		sum.add(o)
	}
	return sum
}

// Rate returns what a gate does in each part of s.
func Rate(s *Set, p []float64, g Gate) []Outcome {
	all := make([]Outcome, len(s.Parts))
	for i := range all {
		all[i].Moments = s.Parts[i].Moments
	}
	turns := make(map[turnOf]*turn)
	for i := range s.Rows {
		r := &s.Rows[i]
		o := &all[r.Part]
		o.Positives += one(r.Positive)
		if g.Absorb > 0 {
			if t := turns[turnOf{r.Part, r.Author}]; t != nil && r.At <= t.until {
				t.cover(o, r)
				continue
			}
		}
		if chance := g.chance(r, p[i], o); chance > 0 {
			t := &turn{chance: chance, until: r.At.Add(g.Absorb)}
			o.Fires += chance
			t.cover(o, r)
			if g.Absorb > 0 {
				turns[turnOf{r.Part, r.Author}] = t
			}
		}
	}
	return all
}

// chance returns how likely the gate speaks to a line, and counts the judge.
func (g *Gate) chance(r *Row, p float64, o *Outcome) float64 {
	switch {
	case r.Addressed || p >= g.Bar:
		return 1
	case g.Judge.Yes == 0 || p < g.Ask:
		return 0
	}
	o.Asked++
	return g.Judge.Chance(r.Positive)
}

// turnOf says whose lines go along with a turn.
type turnOf struct {
	part   int32
	author odds.Key
}

// A turn is a wake-up that may take more lines in.
type turn struct {
	chance float64 // that it is one
	until  messages.Instant
	useful bool
}

func (t *turn) cover(o *Outcome, r *Row) {
	if !r.Positive {
		return
	}
	o.Covered += t.chance
	if !t.useful {
		t.useful = true
		o.Useful += t.chance
	}
}
