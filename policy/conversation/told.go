package conversation

import (
	"fmt"

	"familiar/messages"
	"familiar/policy/ties"
)

// takeFact takes what another channel says. What is not for this one changes
// nothing.
func (s *State) takeFact(e messages.Told, out []Effect) []Effect {
	switch fact := e.Fact.(type) {
	case messages.Replied:
		s.repliedHere(e.From, fact)
	case messages.ThreadHere, messages.ThreadKnows, messages.ThreadLeft, messages.RootWent:
		if !s.Channel.IsThread() && e.From.IsThread() && e.From.Room() == s.Channel {
			return s.toldByThread(e.From, fact, out)
		}
	case messages.RoomHolds, messages.RoomLeaves, messages.RootGone:
		if s.Ties.IsThread() && e.From == s.Channel.Room() {
			return s.toldThread(fact, out)
		}
	case messages.ForkBegun:
		return s.beginFix(e.From, fact, out)
	case messages.ForkClosed:
		if s.Duties.ClosedBy(e.From, fact) {
			return s.leaveFork(out)
		}
	case messages.ForkFixed:
		return s.forkAnswered(e.From, fact.Fork, fact.Text, "", out)
	case messages.ForkUnfixed:
		return s.forkAnswered(e.From, fact.Fork, "", fact.Why, out)
	case messages.CodeSaid:
		return s.codeSaid(e.From, fact, out)
	case messages.RoleGiven:
		return s.roleGiven(e.From, fact, out)
	case messages.LinkSaid:
		return s.linkSaid(e.From, fact, out)
	case messages.LinkAnswered:
		return s.linkAnswered(e.From, fact, out)
	case messages.MemoriesHeld:
		if s.Lending.Take(s.Channel, e.From, fact) {
			return append(out, ties.Tell(s.Channel, e.From, messages.MemoriesKnown{Version: fact.Version}))
		}
	case messages.MemoriesKnown:
		s.Lending.Confirm(s.Channel, e.From, fact.Version)
	case nil, messages.UnknownFact: // of another version of the program
	default:
		panic(fmt.Sprintf("conversation: unknown fact %T", fact))
	}
	return out
}
