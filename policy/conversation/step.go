package conversation

import (
	"fmt"

	"familiar/messages"
	"familiar/policy/effect"
)

// step takes what happened and appends to out what is to be done.
func (s *State) step(now messages.Instant, e Event, out []Effect) []Effect {
	s.countTexts(e, now)
	s.Now = max(s.Now, now)
	first := len(out)
	out = s.takeLeft(out)
	out = s.endEffects(func(w *effect.Watch) []effect.Ending { return w.Expire(s.Now) }, "", out)
	switch e := e.(type) {
	case messages.Heard:
		out = s.hearLine(e.Line, out)
	case messages.AlsoHeard:
		out = s.hearLine(e.Line, out)
	case messages.Edited:
		before := s.inSight()
		out = s.recompose(before, s.editLine(e.Line, out))
	case messages.Deleted:
		before := s.inSight()
		out = s.recompose(before, s.deleteLine(e.ID, out))
	case messages.Reacted:
		return s.takeReaction(e, out) // nobody decides on it
	case messages.TimerFired:
		out = s.fireDeadline(e.N, out)
	case messages.Judged:
		out = s.takeVerdict(e, out)
	case messages.Composed:
		out = s.takeComposed(e, out)
	case messages.Memorized:
		s.takeMemorized(e)
	case messages.Delivered:
		out = s.deleteEarly(e.Line, s.takeDelivered(e, out))
	case messages.DeliveryFailed:
		out = s.takeFailed(e, out)
	case messages.Commanded:
		out = s.obeyCommanded(e, out)
	case messages.PresenceChanged:
		out = s.takePresence(e, out)
	case messages.MembersKnown:
		out = s.membersKnown(e, out)
	case messages.HistoryFetched:
		out = s.historyFetched(e, out)
	case messages.Forgotten:
		out = s.forgetAsked(e, out)
	case messages.Erased:
		s.Erasing.Done(e.N)
	case messages.Explained:
		out = s.takeExplained(e, out)
	case messages.Told:
		out = s.takeFact(e, out)
	case messages.ClaimOpened:
		out = s.openClaim(e, out)
	case messages.RoleRevoked:
		out = s.revoke(e, out)
	case messages.LinkEnded:
		out = s.endLink(e, out)
	case messages.Reconfigured: // Use has put it in force
		s.Seats.TryAgain() // it may be another model
		out = s.shareFacts(s.misassigned(out))
	case messages.PressureChanged:
		out = s.pressed(e, out)
	case messages.Skipped: // the event it names is left out
	default:
		panic(fmt.Sprintf("conversation: unknown event %T", e))
	}
	s.Reactions.Fade(&s.Lines)
	out = s.settle(out)
	s.Seats.SayWhen(out[first:], s.config)
	return out
}

// settle starts what can start now: a turn if none is in flight, each seat's
// thought about speaking unasked, and what is next to be erased. Whatever keeps
// a seat from speaking comes first, and nothing that starts may bring about more
// of that. It depends on the state alone, so it may run after any event.
func (s *State) settle(out []Effect) []Effect {
	s.Clock = s.Clock.Settled(s.Now, &s.Number)
	out = s.settleAssigned(out)
	out = s.settleBudget(out)
	out = s.settleTurns(out)
	s.Seats.LetModelsBe(func(who messages.FamiliarID) bool { return s.Duties.Fixing() || s.Duties.Retries(who) })
	for i := range s.Seats {
		out = s.bringThought(i, out)
	}
	if s.Lending.Lends() || s.Seats.Remember() {
		out = s.settleOffers(s.settleMemory(out))
	}
	s.Turns.Arm(&s.config.Room.Turns, &s.Number)
	if held := s.config.Held; s.Erasing.Waits(held) {
		return s.Erasing.OrderNext(s.Channel, s.Now, &s.Number, held, out)
	}
	return out
}

// settleTurns starts turns until one is in flight or nobody has to speak.
func (s *State) settleTurns(out []Effect) []Effect {
	for s.Turn == nil {
		out = s.resume(out)
		if out = s.settleDuties(out); s.Turn != nil {
			break
		}
		i := s.Seats.NextToSpeak()
		if i < 0 {
			return s.settleSchedules(out)
		}
		out = s.startTurn(i, nil, out)
	}
	return out
}

// noteAll appends the records of several.
func (s *State) noteAll(i int, all []messages.Note, out []Effect) []Effect {
	for k := range all {
		out = s.note(i, all[k], out)
	}
	return out
}

// noteSpoken appends, once, that the network has shown something of the turn in flight.
func (s *State) noteSpoken(out []Effect) []Effect {
	return s.noteAll(s.Turn.Seat, s.Turn.Spoken(), out)
}

// note appends the record of a decision of seat i.
func (s *State) note(i int, n messages.Note, out []Effect) []Effect {
	n.Channel, n.At = s.Channel, s.Now
	if i >= 0 {
		n.Familiar, n.Arm = s.Seats[i].Familiar, s.cfg(i).Arm
		if t := s.Turn; t != nil && t.Seat == i && n.N != 0 && n.Act != messages.Followed && n.Meta == (messages.Meta{}) {
			n.Meta = t.Span.Meta // it is about an order, whose number may be a newer one by now
		}
	}
	return append(out, &n)
}
