package conversation

import (
	"fmt"

	"familiar/messages"
	"familiar/policy/ladder"
)

// A familiar that has more than its share of the talk (chattiness.share) holds
// back where nobody asked it. What it waits to think about waits longer, which
// policy/chattiness sees to; what the rung rest gives it in a group is only
// observed. Whoever addresses it, by whatever rung, notices nothing.

// crowdsOut reports whether seat i is to leave alone a line that it was given
// though nobody addressed it. With one human it is a dialogue, where half of
// the talk is nobody's fault.
func (s *State) crowdsOut(i int, n *messages.Note) bool {
	if n.Rung != string(ladder.Rest) || n.Act == messages.Wait || !s.Crowd {
		return false
	}
	_, over := s.Seats[i].Mood.Share(&s.cfg(i).Policy.Chattiness)
	return over
}

// stretched says why a thought of seat i waits longer than it would; "" when
// it doesn't.
func (s *State) stretched(i int) string {
	if _, over := s.Seats[i].Mood.Share(&s.cfg(i).Policy.Chattiness); !over {
		return ""
	}
	return "it waits longer: " + s.shareReason(i)
}

func (s *State) shareReason(i int) string {
	c := &s.cfg(i).Policy.Chattiness
	percent, _ := s.Seats[i].Mood.Share(c)
	return fmt.Sprintf("%d %% of the last %d lines are its own, %.0f %% are its share", percent, s.Seats[i].Mood.Seen, 100*c.Share)
}
