// Package retention says when what was said in a place is too old to be kept there.
//
// It knows how long a place keeps texts and how old those of a channel are. It doesn't
// know where places are configured, nor what a text is: policy/conversation tells a
// [Span] of each event, actors/erasing asks it.
package retention

import (
	"time"

	"familiar/messages"
)

// A Rule says how long the texts of some channels are kept.
type Rule struct {
	Match string        // the channels, as the operator wrote it
	Keep  time.Duration // from when they were journaled; 0: as long as the journal keeps them
}

// Texts go in steps, since to forget one costs the journal as much as to forget a day's.
const (
	steps    = 12             // in the time they are kept
	mostStep = 24 * time.Hour // however long that is
)

// Step returns how much longer than Keep a text is there at most, before its turn comes.
func (r Rule) Step() time.Duration { return min(r.Keep/steps, mostStep) }

// Before returns the moment from before which all texts are to go; 0: none are to.
// It moves on by a whole [Rule.Step] at a time, at the same moments everywhere, so that
// the channels of a rule are done in one go.
func (r Rule) Before(now messages.Instant) messages.Instant {
	if r.Keep <= 0 {
		return 0
	}
	step := messages.Instant(max(r.Step().Milliseconds(), 1))
	before := now.Add(-r.Keep)
	return max(before-before%step, 0)
}
