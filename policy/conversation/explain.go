package conversation

import (
	"familiar/messages"
	"familiar/policy/credit"
	"familiar/policy/hours"
	"familiar/policy/transcript"
	"familiar/policy/why"
)

// Why gives what has to be known of a familiar in the channel to put its
// decisions into words; false when it has no seat there.
func (c *Config) Why(who messages.FamiliarID) (why.Seat, bool) {
	for i := range c.Seats {
		if c.Seats[i].Familiar == who {
			return c.Seats[i].why(), true
		}
	}
	return why.Seat{}, false
}

func (c *SeatConfig) why() why.Seat {
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

// keeping gives what keeps seat i from answering a line, or would, if the
// ladder had it answered. [State.temper] decides by it; whoever asks why has to
// know of it also where the ladder left the line alone.
func (s *State) keeping(i int, e *transcript.Row, l *messages.Line) (f messages.Facts) {
	seat, c := &s.Seats[i], s.cfg(i)
	if seat.Manners.Leaves(l.Author.ID) {
		f |= messages.LeftAlone
	}
	if c.Hours.At(s.Now) == hours.Asked {
		f |= messages.OffHours
	}
	if s.Guard.Stopped(s.Now, s.config.Room.Guard) {
		f |= messages.GuardStop
	}
	if s.Guard.Suspects(l.Author.ID, s.config.Room.Guard) {
		f |= messages.GuardStop | messages.FromBot // as good as one
	}
	if l.Backfilled {
		f |= messages.OldNews
	}
	if l.Notice {
		f |= messages.IsNotice
	}
	if l.Crowded {
		f |= messages.Backlogged
	}
	if !seat.Pressure.Lets() {
		f |= messages.OutOfBudget
	}
	if e.Hidden()&(1<<i) != 0 {
		f |= messages.Unseen
	}
	return f
}
