package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/memory"
	"familiar/policy/seating"
	"familiar/policy/ties"
	"familiar/policy/transcript"
)

// What a familiar has learned of somebody where their whole workspace could read it may be
// shown in its turns elsewhere in that workspace. It is asked for at each of these turns
// and kept nowhere else. A channel only tells the directory of its workspace about whom it
// has some, so that others know whom to ask.

// lends reports whether what seat i learns may be read in a circle, and the other way
// round. Where a relay says what is said here in a room of another network, people read
// along of whom nobody knows anything.
func (s *State) lends(to memory.Circle, i int) bool {
	c := &s.cfg(i).Policy.Memory
	return (to != memory.ToAgreed || c.LendsAgreed()) && s.memorizes(i) && c.Lends() && !s.config.Relayed
}

// narrow takes what a further copy of a line, or an edit, tells of who could read it, and
// by which agreement it was said.
func (s *State) narrow(e *transcript.Row, l *messages.Line) {
	if !l.IsOpen() && e.Open() {
		e.Close()
		s.Seats.CloseMemories(l.ID)
	}
	if !e.Gone() {
		s.Lending.Sharing.Interrupt(seating.AccountOf(s.Lines.Author(e).ID), l.Agreed, s.Lines.Last()+1)
	}
}

// reach is what a turn of seat i may be shown of what it has learned elsewhere.
func (s *State) reach(i int, order *messages.Compose) *messages.Reach {
	if !s.lends(memory.ToWorkspace, i) || s.DM && !s.lends(memory.ToAgreed, i) {
		return nil
	}
	r := &messages.Reach{Familiar: s.Seats[i].Familiar, Direct: s.DM, Everywhere: s.lends(memory.ToAgreed, i)}
	for _, l := range order.Addressed {
		if by := seating.AccountOf(l.Author.ID); !l.Own && !l.Author.Bot && !slices.Contains(r.People, by) {
			r.People = append(r.People, by)
		}
	}
	if len(r.People) == 0 {
		return nil
	}
	return r
}

// Lend returns what of this channel may be told elsewhere: of people see
// [memory.Store.Lend], by agreements [memory.Store.LendAgreed].
func (s *State) Lend(r messages.Reach) []messages.Memory {
	i := s.Seats.Of(r.Familiar)
	switch {
	case i < 0 || s.Seats[i].Memory == nil:
		return nil
	case len(r.Agreed) > 0 && s.lends(memory.ToAgreed, i):
		return s.Seats[i].Memory.LendAgreed(r.Agreed, r.Alone)
	case len(r.Agreed) == 0 && s.lends(memory.ToWorkspace, i):
		return s.Seats[i].Memory.Lend(r.People)
	default:
		return nil
	}
}

// settleOffers tells directories if there is anything to lend now about other people than
// before.
func (s *State) settleOffers(out []Effect) []Effect {
	for _, to := range memory.Circles() {
		sum := uint64(0)
		for i := range s.Seats {
			if m := s.Seats[i].Memory; m != nil && s.lends(to, i) {
				sum = m.LentSum(to, s.Seats[i].Familiar, sum)
			}
		}
		if s.Lending.Change(to, sum, s.Now, &s.Number) {
			out = append(out, s.tellDirectory(to))
		}
	}
	return out
}

// tellDirectory is the order to tell about whom the seats have something to lend.
func (s *State) tellDirectory(to memory.Circle) messages.Tell {
	var held []messages.HeldMemories
	for i := range s.Seats {
		if m := s.Seats[i].Memory; m != nil && s.lends(to, i) {
			held = m.Tells(to, s.Seats[i].Familiar, held)
		}
	}
	return ties.Tell(s.Channel, to.DirectoryOf(s.Channel), messages.MemoriesHeld{Version: s.Lending.To(to).Version, Held: held})
}

// What a familiar learns from somebody who agreed to that may be shown wherever it answers
// them: see docs/adr/0054. Each line says by which agreement it was said, and what is
// learned from such lines alone is found by that number. Whether it still holds, and of
// which accounts it is, only [messages.Persons] knows, which is asked at each turn.

// agreedLesson leaves out of what seat i is to learn from what it has said itself, where
// all the rest is one account's, said by one agreement, which it returns: what the familiar
// said may have words of somebody else in it. Else it returns all, and 0.
func (s *State) agreedLesson(i int, lesson []*transcript.Row) (_ []*transcript.Row, agreed uint32) {
	if s.Lending.Sharing == nil || !s.lends(memory.ToAgreed, i) {
		return lesson, 0
	}
	var theirs []*transcript.Row
	for _, e := range lesson {
		if s.Lines.By(e) != 0 {
			continue
		}
		number := s.Lending.Sharing.By(seating.AccountOf(s.Lines.Author(e).ID), s.Lines.No(e))
		if len(theirs) > 0 && number != agreed { // a number is one account's
			return lesson, 0
		}
		theirs, agreed = append(theirs, e), number
	}
	if agreed == 0 {
		return lesson, 0
	}
	return theirs, agreed
}

// Alone reports whether nobody but one person and us reads the channel, as far as is known.
func (s *State) Alone() bool { return s.DM && s.Roster.Effective(s.Now) <= 1 }
