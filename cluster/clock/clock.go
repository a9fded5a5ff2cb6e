// Package clock is the time by which the processes of a deployment count, so that it
// costs nothing when their machines' clocks differ. A channel's log has the instants of
// several of them: of who hears its lines, and of each that has had the channel. A
// deadline that one of them made would come minutes early or late by another's clock.
//
// So each goes by the fastest clock it knows of: its own plus a lead, which what others
// tell and what stands in the log raise, and which decays. Who has what is not decided
// by it; that the order of the log does, and keys that expire.
//
//	lead.go   how far ahead, and for how long
//	clock.go  of one process
package clock

import (
	"sync"
	"time"

	"familiar/messages"
)

// A Clock is the time by which one process counts. It never goes back, unless its
// machine's clock does by more than an hour. Make it with [New].
type Clock struct {
	own func() time.Time

	mu     sync.Mutex // whoever writes to the log or sets an alarm reads it
	lead   lead
	latest messages.Instant // that was given
}

// New returns a clock that goes by the machine's, which own reads, until it sees a later
// instant.
func New(own func() time.Time) *Clock { return &Clock{own: own} }

// Now returns the time, rounded down to a millisecond.
func (c *Clock) Now() messages.Instant {
	c.mu.Lock()
	defer c.mu.Unlock()
	own := messages.InstantOf(c.own())
	c.lead, _ = c.lead.raised(own, c.latest) // the machine's clock was put back
	c.latest = own.Add(c.lead.at(own))
	return c.latest
}

// Time is [Clock.Now] as a time.
func (c *Clock) Time() time.Time { return c.Now().Time() }

// See has the time be at least what somebody else counts, or counted. It returns false,
// and nothing changes, if that is more than an hour ahead of the machine's own clock.
func (c *Clock) See(at messages.Instant) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	var refused bool
	c.lead, refused = c.lead.raised(messages.InstantOf(c.own()), at)
	return !refused
}

// Ahead returns how far the time is ahead of the machine's own clock.
func (c *Clock) Ahead() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lead.at(messages.InstantOf(c.own()))
}
