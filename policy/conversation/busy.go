package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/transcript"
)

// busy does with a line for seat i what its policy says about lines that come
// while its turn is composed; the line is in Pending already. Where that says
// nothing, or no more, it stays there for the next turn.
func (s *State) busy(i int, e *transcript.Row, out []Effect) []Effect {
	if t := s.Turn; !t.TakesIn(i) {
		return out
	}
	switch s.cfg(i).Policy.Busy {
	case Steer:
		return s.steer(i, e, out)
	case Inject:
		return s.inject(i, out)
	case Interrupt:
		return s.interrupt(i, e, out)
	case Queue: // the next turn follows without a debounce
	}
	return out
}

// noteShed notes of lines that seat i won't answer that too many waited.
func (s *State) noteShed(i int, shed transcript.Entries, out []Effect) []Effect {
	for _, e := range shed {
		out = s.note(i, messages.Note{Line: e.ID, Act: messages.Settled, Rung: messages.ByShed, Reason: because.LinesShed}, out)
	}
	return out
}

// handBack puts everything that seat i was given or has paused back among what
// waits for it: somebody else is to answer it.
func (s *State) handBack(i int, out []Effect) []Effect {
	if t := s.Turn; t != nil && t.Seat == i {
		out = s.noteShed(i, s.Seats[i].Return(t.Given), out)
		t.Given = nil
	}
	return s.noteShed(i, s.Seats[i].Unpause(), out)
}
