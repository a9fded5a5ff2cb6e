package seat

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/budget"
	"familiar/policy/ladder"
	"familiar/policy/learning"
	"familiar/policy/odds"
	"familiar/policy/seating"
)

// Learn has it learn from how something was taken, and by whom, and returns what it
// made of that; nil when nothing.
func (s *Seat) Learn(how messages.Rung, by messages.PersonID, c *learning.Config) because.Reason {
	if !c.On {
		return nil
	}
	if s.Learned == nil {
		s.Learned = &learning.State{}
	}
	moved := s.Learned.Take(learning.Sign{How: how, By: odds.KeyOf(by)}, c)
	if moved == 0 {
		return nil
	}
	return because.Moved{By: moved, To: s.Learned.Lift}
}

// Unlearn forgets what it has learned.
func (s *Seat) Unlearn() { s.Learned = nil }

// Lift returns by how much what it has learned lifts its bars, in log-odds.
func (s *Seat) Lift(c *seating.SeatConfig) float64 { return s.Learned.LiftOf(&c.Policy.Learning) }

// Bars returns by how much its bars stand higher, in log-odds: by what it has learned,
// and under the budget's pressure.
func (s *Seat) Bars(c *seating.SeatConfig) float64 {
	return c.Policy.Odds.Pressed(int(s.Pressure.Step)) + s.Lift(c)
}

// Stretch returns the factor by which it thinks later of speaking unasked.
func (s *Seat) Stretch(c *seating.SeatConfig, b *budget.Config) float64 {
	return s.Pressure.Stretch(b) * s.Learned.Stretch(&c.Policy.Learning)
}

// Worth returns how many answers have to be expected of what it has heard since it
// last asked for a question that a lull, the curve or an unanswered question calls for.
func (s *Seat) Worth(c *seating.SeatConfig) float64 { return c.Policy.Odds.WorthOf(s.Lift(c)) }

// A familiar that has more than its share of the talk (chattiness.share) holds
// back where nobody asked it. What it waits to think about waits longer, which
// policy/chattiness sees to; what the rung rest gives it in a group is only
// observed. Whoever addresses it, by whatever rung, notices nothing.

// CrowdsOut reports whether it is to leave alone a line that it was given in a group
// though nobody addressed it. With one human it is a dialogue, where half of the talk
// is nobody's fault.
func (s *Seat) CrowdsOut(n *messages.Note, c *seating.SeatConfig) bool {
	if n.Rung != ladder.Rest || n.Act == messages.Wait {
		return false
	}
	_, over := s.Mood.Share(&c.Policy.Chattiness)
	return over
}

// Share returns how much of the talk is its own, as a reason.
func (s *Seat) Share(c *seating.SeatConfig) because.Share {
	percent, _ := s.Mood.Share(&c.Policy.Chattiness)
	return because.Share{Percent: percent, Lines: int(s.Mood.Seen), Most: 100 * c.Policy.Chattiness.Share}
}

// Stretched returns why a thought of its waits longer than it would; nil when it
// doesn't.
func (s *Seat) Stretched(c *seating.SeatConfig) because.Reason {
	if _, over := s.Mood.Share(&c.Policy.Chattiness); !over {
		return nil
	}
	share := s.Share(c)
	share.Waits = true
	return share
}
