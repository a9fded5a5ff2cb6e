package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/transcript"
)

// busy does with a line for seat i what its policy says about lines that come
// while its turn is composed; the line is in Pending already. Where that says
// nothing, or no more, it stays there for the next turn.
func (s *State) busy(i int, e *transcript.Row, out []Effect) []Effect {
	if t := s.Turn; t.Seat != i || t.Composed || t.timed() {
		return out
	}
	switch s.cfg(i).Policy.Busy {
	case Steer:
		return s.steer(i, e, out)
	case Inject:
		return s.inject(i, e, out)
	case Interrupt:
		return s.interrupt(i, e, out)
	case Queue: // the next turn follows without a debounce
	}
	return out
}

// returned puts lines back among those that wait for seat i, in their order,
// and sheds the oldest of more than can be kept.
func (s *State) returned(i int, lines []transcript.Entry, out []Effect) []Effect {
	if len(lines) == 0 {
		return out
	}
	seat := &s.Seats[i]
	seat.Pending = append(slices.Clone(lines), seat.Pending...)
	slices.SortStableFunc(seat.Pending, transcript.InOrder)
	return s.shed(i, out)
}

// shed lets go of the oldest addressed lines of seat i that are more than can
// wait.
func (s *State) shed(i int, out []Effect) []Effect {
	seat := &s.Seats[i]
	for len(seat.Pending) > pinned {
		out = s.note(i, messages.Note{Line: seat.Pending[0].ID, Act: messages.Settled, Rung: byShed, Reason: because.LinesShed}, out)
		seat.Pending = slices.Delete(seat.Pending, 0, 1)
	}
	return out
}

// handBack puts everything that seat i was given or has paused back among what
// waits for it: somebody else is to answer it.
func (s *State) handBack(i int, out []Effect) []Effect {
	if t := s.Turn; t != nil && t.Seat == i {
		out = s.returned(i, t.Given, out)
		t.Given = nil
	}
	return s.unpause(i, out)
}

// eachHeld puts what do makes of them in the place of the lines that a turn
// was given, and of those that a seat has paused.
func (s *State) eachHeld(do func(held []transcript.Entry) []transcript.Entry) {
	if t := s.Turn; t != nil {
		t.Given = do(t.Given)
	}
	for i := range s.Seats {
		if p := s.Seats[i].Paused; p != nil {
			p.Asked = do(p.Asked)
		}
	}
}
