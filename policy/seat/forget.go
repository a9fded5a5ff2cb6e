package seat

import (
	"familiar/messages"
	"familiar/policy/memory"
	"familiar/policy/odds"
)

// Remember reports whether some seat keeps things in mind.
func (all Seats) Remember() bool {
	return all.first(func(s *Seat) bool { return s.Memory != nil }) >= 0
}

// RememberBefore reports whether a memory may be made of a line from before t, which the
// transcript may have let go of.
func (all Seats) RememberBefore(t messages.Instant) bool {
	return all.first(func(s *Seat) bool { return s.Memory != nil && s.Memory.Oldest() < t }) >= 0
}

// ForgetMemories has every seat let go of all that may be made of such lines, and appends
// the orders that call questions about these off.
func (all Seats) ForgetMemories(g memory.Gone, out []messages.Effect) []messages.Effect {
	for i := range all {
		if m := all[i].Memory; m != nil {
			out = m.Forget(g, out)
		}
	}
	return out
}

// CloseMemories has nothing lent any more that may be made of a line.
func (all Seats) CloseMemories(line messages.LineID) {
	for i := range all {
		if m := all[i].Memory; m != nil {
			m.Close(line)
		}
	}
}

// ForgetTalk takes somebody out of what the seats remember of who talked to them.
func (all Seats) ForgetTalk(id messages.PersonID) {
	for i := range all {
		s := &all[i]
		s.Odds.Forget(id)
		s.Learned.Forget(odds.KeyOf(id))
		s.Effect.Forget(odds.KeyOf(id))
	}
}

// ForgetTalkBefore does the same with whoever has said nothing since t.
func (all Seats) ForgetTalkBefore(t messages.Instant) {
	for i := range all {
		all[i].Odds.ForgetBefore(t)
	}
}

// ForgetOdds has nothing remembered for the odds, at which no seat looks.
func (all Seats) ForgetOdds() {
	for i := range all {
		all[i].Odds = odds.Seat{}
		all[i].Unestimate()
	}
}

// ForgetFavours takes out whom they let go on, and whom they leave alone.
func (all Seats) ForgetFavours(id messages.PersonID) {
	for i := range all {
		all[i].Credit.Withdraw(id)
		all[i].Manners.Welcome(id)
	}
}
