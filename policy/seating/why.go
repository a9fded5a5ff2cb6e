package seating

import (
	"familiar/messages"

	"familiar/policy/credit"
	"familiar/policy/why"
)

// Why returns what has to be known of a familiar in the channel to put its
// decisions into words; false when it has no seat there.
func (c *Config) Why(who messages.FamiliarID) (why.Seat, bool) {
	seat := c.SeatOf(who)
	if seat == nil {
		return why.Seat{}, false
	}
	return seat.Why(), true
}

// Why returns what has to be known of the seat to put its decisions into words.
func (c *SeatConfig) Why() why.Seat {
	p := &c.Policy
	seat := why.Seat{
		Name:     c.Name,
		Ladder:   &p.Ladder,
		Shared:   p.Credit.Scope == credit.Channel,
		Judged:   c.Judged,
		Odds:     p.Odds.On,
		Unasked:  p.Chattiness.On,
		PeersArm: p.PeersArm,
		Share:    p.Chattiness.Share > 0,
		Each:     p.JudgeEach,
	}
	if p.Credit.On {
		seat.Window = p.Credit.Window
	}
	return seat
}
