package experiment

import "familiar/messages"

// A Verdict is what an experiment comes to.
type Verdict string

// The verdicts.
const (
	A        Verdict = "a"             // arm a is better
	B        Verdict = "b"             // arm b is
	Neither  Verdict = "no difference" // it is over, and found none
	GoOn     Verdict = "go on"         // it is too early to say
	NotBegun Verdict = "not begun"
	Lost     Verdict = "lost" // it can't be told any more: the oldest decisions are gone
)

// A Report is all that is known of an experiment.
type Report struct {
	Name       string   `json:"name"`
	Plan       string   `json:"plan"` // its digest
	Verdict    Verdict  `json:"verdict"`
	Arms       [2]Arm   `json:"arms"`
	Difference Rate     `json:"difference"`         // of the measure, b - a
	Asked      Rate     `json:"asked_difference"`   // of the questions in each unit, b - a
	Turns      Rate     `json:"turns_difference"`   // of the turns in each unit, b - a
	NotKept    []string `json:"not_kept,omitempty"` // what is not known of arms
	Looks      []Look   `json:"looks"`
	Next       string   `json:"next,omitempty"`    // day of the next look
	Other      int      `json:"other,omitempty"`   // unasked turns under another plan of this name
	Settled    bool     `json:"settled"`           // it is over, or has stopped
	NoMore     bool     `json:"no_more,omitempty"` // of no difference: the interval leaves out one that is worth finding
	Data       *Data    `json:"-"`                 // what it is made of
}

// Report decides. redraws is how often units are drawn anew; 0: as often as there
// is time for.
func (d *Data) Report(redraws int) *Report {
	r := &Report{
		Name: d.Plan.Name, Plan: d.Plan.Digest(), Verdict: GoOn, Data: d,
		Arms: d.Arms(), Difference: d.Difference(), Asked: d.more(asked), Turns: d.more(turns), NotKept: notKept(), Looks: []Look{}, Other: d.Other,
	}
	if d.Now <= d.Plan.Start(d.Plan.Begin) {
		r.Verdict, r.Next = NotBegun, d.Plan.LookAt(1).String()
		return r
	}
	if d.Lost {
		r.Verdict = Lost
		return r
	}
	r.Looks = append(r.Looks, d.looks(redraws)...)
	n := len(r.Looks)
	switch {
	case n > 0 && r.Looks[n-1].Stops:
		r.Verdict = A
		if d.Plan.Measure.Better(r.Looks[n-1].Difference) == messages.SideB {
			r.Verdict = B
		}
	case n > 0 && r.Looks[n-1].Last:
		r.Verdict = Neither
		r.NoMore = d.differenceBy(n).within(d.Plan.Least)
	default:
		r.Next = d.Plan.LookAt(n + 1).String()
	}
	r.Settled = r.Next == ""
	return r
}

// within reports whether the interval lies within least of zero.
func (r Rate) within(least float64) bool {
	return r.Low != nil && r.High != nil && *r.Low > -least && *r.High < least
}
