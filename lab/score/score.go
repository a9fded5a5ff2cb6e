// Package score says how good decisions about when to speak were, compared
// with what a participant of a recorded chat really did.
//
// It knows decisions and [corpus.Gold], and no policy. package replay calls
// it. The measures are those of the reference scorer that comes with the form
// familiar-replay/1, number for number: see docs/replay.md.
//
// A line is positive when the participant answered it or it was addressed to
// it. Only decisions that cover an annotated line count, since nobody knows
// about the others.
package score

import "fmt"

// A Score is the measures over all familiars that were replayed. A share of
// nothing is 0.
type Score struct {
	Familiars int
	Moments   int // times they really answered

	P       float64 // share of the calls to speak that cover a positive line no earlier call covered
	R       float64 // share of the positive lines covered by a call
	F1      float64 // harmonic mean of P and R
	MacroF1 float64 // mean F1 of the familiars

	PReplied float64 // as P, when only lines it really answered are positive
	RReplied float64 // as R, when only lines it really answered are positive

	RMoments float64 // share of moments of which a parent was covered
	Timely   float64 // share of moments of which that happened before it really answered

	CallsPerReply  float64 // calls to speak for each moment
	JudgedPerReply float64 // judge calls for each moment

	Delay50 float64 // seconds from the last parent to the call, median; NaN when no moment was covered
	Delay90 float64 // the same, 9 of 10 are shorter
}

// String returns the measures that say most, on one line.
func (s Score) String() string {
	return fmt.Sprintf("P %.3f  R %.3f  F1 %.3f  R_mom %.3f  timely %.3f  fires/reply %.2f  evals/reply %.2f",
		s.P, s.R, s.F1, s.RMoments, s.Timely, s.CallsPerReply, s.JudgedPerReply)
}
