package turns

import (
	"time"

	"familiar/messages"
)

// recoveredAfter is how long after its end a turn is no longer announced as
// timed out: the program was down, and the moment has passed.
const recoveredAfter = 2 * time.Minute

// Deliver says that f begins a turn with something to answer, and starts its
// clock if that stands still. Outside of turn-based, and for anybody but the
// holder, it does nothing.
func (s *Saved) Deliver(now messages.Instant, f messages.FamiliarID) {
	if !s.holds(f) {
		return
	}
	s.Work = true
	if s.Since == 0 {
		s.Since = now
	}
}

// Settle brings the turn up to date: it ends one whose time is over, and starts
// a clock that is not to wait for work. It may be called at any moment, and is
// at least at [State.Due].
func (s *State) Settle(now messages.Instant, c *Config, out []Passing) []Passing {
	if s.Holder == "" {
		return out
	}
	if due := s.Due(c); due != 0 && now >= due {
		why := TimedOut
		if now.Sub(due) > recoveredAfter {
			why = Recovered
		}
		out = s.advance(now, why, out)
	}
	if c.Clock == OnGrant && s.Since == 0 {
		s.Since = now
	}
	return out
}

// Due is the first moment at which the holder's time is over; 0 while no clock
// runs. The limit's last millisecond still belongs to the turn.
func (s *State) Due(c *Config) messages.Instant {
	if s.Since == 0 || s.Holder == "" {
		return 0
	}
	limit := c.limit(s.Holder)
	if limit == 0 {
		return 0
	}
	return s.Since.Add(limit) + 1
}

// Withdraw says that the turn f had begun is called off: it is given nothing
// any more, and while the clock waits for work it stands still again.
func (s *Saved) Withdraw(f messages.FamiliarID) {
	if !s.holds(f) {
		return
	}
	s.Work, s.Since = false, 0
}
