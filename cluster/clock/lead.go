package clock

import (
	"time"

	"familiar/messages"
)

const (
	// MostAhead bounds a lead. A process whose clock is further off is not followed:
	// the times of lines would be wrong for good.
	MostAhead = time.Hour
	// decay is how slowly a lead goes away: a second in so many. Time neither stands
	// still meanwhile nor goes back, and a pause takes a tenth longer than it should.
	decay = 10
)

// A lead is how far time is ahead of a machine's own clock. The zero lead is none.
type lead struct {
	by    time.Duration    // at since
	since messages.Instant // by the machine's own clock
}

// at returns what is left of it at a moment of the machine's own clock.
func (l lead) at(own messages.Instant) time.Duration {
	return max(0, l.by-max(0, own.Sub(l.since))/decay)
}

// raised returns a lead with which it is at least seen at a moment of the machine's own
// clock. Refused is true, and the lead the same, if that is too far ahead.
func (l lead) raised(own, seen messages.Instant) (raised lead, refused bool) {
	switch by := seen.Sub(own); {
	case by <= l.at(own):
		return l, false
	case by > MostAhead:
		return l, true
	default:
		return lead{by: by, since: own}, false
	}
}
