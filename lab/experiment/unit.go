package experiment

import (
	"familiar/messages"
	"familiar/policy/experiment"
)

// Counts is what a familiar did, and how it was taken.
type Counts struct {
	Said     int `json:"said"`     // turns posted unasked, of which it is known how they were taken
	Welcome  int `json:"welcome"`  // of these: taken up or liked
	Complain int `json:"complain"` // of these: disliked, removed, or it was hushed
	Open     int `json:"open"`     // posted unasked, and it isn't known, or not yet, how it was taken
	Turns    int `json:"turns"`    // all turns posted
	Missed   int `json:"missed"`   // lines it left alone, and whose author had to call it
	Asked    int `json:"asked"`    // questions its judge answered
}

func (c *Counts) add(d Counts) {
	c.Said += d.Said
	c.Welcome += d.Welcome
	c.Complain += d.Complain
	c.Open += d.Open
	c.Turns += d.Turns
	c.Missed += d.Missed
	c.Asked += d.Asked
}

// of returns what counts for a measure.
func (c *Counts) of(m experiment.Measure) int {
	if m == experiment.Complaint {
		return c.Complain
	}
	return c.Welcome
}

// take counts an unasked turn that was taken so.
func (c *Counts) take(how messages.Rung) {
	c.Said++
	if experiment.Welcome.Counts(how) {
		c.Welcome++
	}
	if experiment.Complaint.Counts(how) {
		c.Complain++
	}
}

// A unit is what was drawn as one.
type unit struct {
	experiment.Unit
	side messages.Side
	all  Counts
	by   []seen // by each look, what became known since the one before
}

// seen is what counts for the experiment's measure.
type seen struct{ said, hits float64 }

// Data is what the notes have.
type Data struct {
	Plan  experiment.Plan
	Now   messages.Instant // what became known later doesn't count
	Lost  bool             // the oldest decisions are no longer kept
	Other int              // unasked turns under another plan of the same name; they count for nothing
	units []*unit          // in the order of their rooms and days
}
