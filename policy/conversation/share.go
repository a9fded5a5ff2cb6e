package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
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
	if n.Rung != ladder.Rest || n.Act == messages.Wait || !s.Crowd {
		return false
	}
	_, over := s.Seats[i].Mood.Share(&s.cfg(i).Policy.Chattiness)
	return over
}

// stretched says why a thought of seat i waits longer than it would; nil when
// it doesn't.
func (s *State) stretched(i int) because.Reason {
	if _, over := s.Seats[i].Mood.Share(&s.cfg(i).Policy.Chattiness); !over {
		return nil
	}
	share := s.shareReason(i)
	share.Waits = true
	return share
}

func (s *State) shareReason(i int) because.Share {
	c := &s.cfg(i).Policy.Chattiness
	percent, _ := s.Seats[i].Mood.Share(c)
	return because.Share{Percent: percent, Lines: int(s.Seats[i].Mood.Seen), Most: 100 * c.Share}
}
