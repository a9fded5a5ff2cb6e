package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/transcript"
)

// interruptMax is how often what one turn is about is put off for a line that
// came meanwhile; then such a line waits.
const interruptMax = 2

// interrupt calls seat i's turn off for a line of a human, which the next turn
// answers; the one after that answers what this one was about. A turn that
// somebody woke is not interrupted, and a thought of the familiar's own is not
// taken up again.
func (s *State) interrupt(i int, e *transcript.Row, out []Effect) []Effect {
	t, seat := s.Turn, &s.Seats[i]
	if s.Lines.Author(e).Bot || t.Trigger == messages.Woken || t.Breaks >= interruptMax || !s.maySpeak(i) {
		return out
	}
	reason := because.CalledOffForLine
	if !seat.Interrupt(t.PutOff(), t.Breaks+1) {
		reason = because.CalledOffUnasked
	}
	out = s.note(i, t.NoteOf(s.Lines.ID(e), messages.ByInterrupt, reason), out)
	t.Given = nil
	return s.endTurn(t.Recall(out)) // the time of an assigned turn goes on
}

// resume puts what was interrupted back among what waits, before anything that
// came since, once the line it gave way to was answered or is no more.
func (s *State) resume(out []Effect) []Effect {
	for i := range s.Seats {
		if s.Seats[i].Paused != nil {
			out = s.noteShed(i, s.Seats[i].Resume(), out)
		}
	}
	return out
}
