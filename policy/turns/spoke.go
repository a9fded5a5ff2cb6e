package turns

import (
	"slices"

	"familiar/messages"
)

// A Fate is what becomes of a composed text.
type Fate string

// The fates.
const (
	InTurn  Fate = "in-turn" // posted
	TooLate Fate = "late"    // posted, but the turn was lost before and stays where it is
	Refused Fate = "refused" // not posted: it was not its author's turn
)

// Spoke says that f's composed turn is over: said when something of it is to be
// posted, complete when a text of it ended with TURN_COMPLETE. It gives what
// becomes of the text, with [NotActive] for the log if that is Refused.
//
// A turn that says nothing passes on like one that is complete; one that says
// something without being complete keeps the turn and its clock.
func (s *Saved) Spoke(now messages.Instant, f messages.FamiliarID, said, complete bool, out []Passing) (Fate, []Passing, error) {
	switch {
	case s.Is(TurnBased) && s.holds(f):
	case s.May(f):
		return InTurn, out, nil
	case slices.Contains(s.Late, f):
		s.Late = without(s.Late, f)
		return TooLate, out, nil
	default:
		return Refused, out, NotActive.of(f)
	}
	if said {
		s.Work, s.Passed = false, 0
	}
	switch {
	case complete:
		out = s.advance(now, Completed, out)
	case !said:
		out = s.advance(now, Silent, out)
	}
	return InTurn, out, nil
}

// Presence says that member f went offline or came back. The turn passes by
// whoever is offline; nobody's goes to the first who comes back.
func (s *Saved) Presence(now messages.Instant, f messages.FamiliarID, online bool, out []Passing) []Passing {
	switch {
	case !s.Misses(f, online):
		return out
	case online:
		s.Away = without(s.Away, f)
		if s.Mode == TurnBased && s.Holder == "" {
			out = s.passTurn(now, f, Returned, out)
		}
	default:
		s.Away = append(s.Away, f)
		if s.Holder == f {
			out = s.advance(now, WentOffline, out)
		}
	}
	return out
}
