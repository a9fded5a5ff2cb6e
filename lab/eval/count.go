package eval

import (
	"math"
	"slices"

	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/lab/score"
	"familiar/messages"
)

// A count takes one gate's decisions, familiar after familiar.
type count struct {
	tally              score.Tally
	slices             bySlice
	positive, covered  int                           // annotated lines of others that it should answer, and those a call covers
	negative, spared   int                           // and those it should not, and those no call covers
	open, openYes      int                           // of all these, lines that nobody said are for it, and those answered
	openHit, openFalse int                           // and those of them that a call covers, rightly and wrongly
	networks           map[messages.Network]*count   // the same by network; nil: there is only one
	decided            func(d *score.Decision) error // nil: nobody wants them
}

// countFamiliar counts what was decided for one familiar.
func (c *count) countFamiliar(s *corpus.Slice, g *corpus.Gold, decisions []score.Decision) error {
	called := make(map[messages.LineID]bool)
	for i := range decisions {
		if decisions[i].Fire {
			for _, id := range decisions[i].Covers {
				called[id] = true
			}
		}
		if c.decided != nil {
			if err := c.decided(&decisions[i]); err != nil {
				return err
			}
		}
	}
	wanted := make(map[messages.LineID]bool)
	for _, id := range append(slices.Clone(g.Replied), g.Addressed...) {
		wanted[id] = true
	}
	for i := range s.Records {
		if r := &s.Records[i]; r.Annotated && r.Line.Author.ID != g.Familiar {
			c.line(called[r.Line.ID], wanted[r.Line.ID], addresses(r, g))
		}
	}
	before := c.tally.Counts()
	if err := c.tally.Add(s, g, decisions); err != nil {
		return err
	}
	c.slices.add(s.Name, c.tally.Counts().Minus(before))
	if its := c.networks[s.Channel.Network()]; its != nil {
		return its.countFamiliar(s, g, decisions)
	}
	return nil
}

func (c *count) line(called, wanted, addressed bool) {
	switch {
	case wanted:
		c.positive++
		c.covered += one(called)
	default:
		c.negative++
		c.spared += one(!called)
	}
	if !addressed {
		c.open++
		c.openYes += one(wanted)
		c.openHit += one(wanted && called)
		c.openFalse += one(!wanted && called)
	}
}

// row returns the measures. p, if there are estimates, are those of rows.
func (c *count) row(name string, rows *fit.Set, p []float64) Row {
	s := c.tally.Score()
	hit, spared := share(c.openHit, c.openYes), 1-share(c.openFalse, c.open-c.openYes)
	low, high := c.slices.interval()
	r := Row{
		Name: name, P: Measure(s.P), R: Measure(s.R), F1: Measure(s.F1), F1Low: Measure(low), F1High: Measure(high), MacroF1: Measure(s.MacroF1),
		BalancedAccuracy: Measure((share(c.covered, c.positive) + share(c.spared, c.negative)) / 2),
		AUC:              Measure((hit + spared) / 2),
		ECE:              Measure(share(c.openFalse+c.openYes-c.openHit, c.open)),
		PReplied:         Measure(s.PReplied), RReplied: Measure(s.RReplied),
		Timely: Measure(s.Timely), FiresPerReply: Measure(s.CallsPerReply), EvalsPerReply: Measure(s.JudgedPerReply),
		D50: Measure(s.Delay50), D90: Measure(s.Delay90),
	}
	if s.Moments == 0 { // of labels: nobody really answered
		none := Measure(math.NaN())
		r.PReplied, r.RReplied, r.Timely, r.FiresPerReply, r.EvalsPerReply = none, none, none, none, none
	}
	if p != nil {
		r.AUC, r.ECE = Measure(fit.AUC(rows, p)), Measure(fit.CalibrationError(fit.Reliability(rows, p)))
	}
	return r
}

func share(of, all int) float64 { return float64(of) / float64(max(1, all)) }

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
