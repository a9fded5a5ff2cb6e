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
		out = s.noteShed(i, s.Seats[i].Return(t.HandBack()), out)
	}
	return s.noteShed(i, s.Seats[i].Unpause(), out)
}

// steer takes a line into the turn in flight and has it composed again, while
// nothing of it is posted: a line for the familiar, or by somebody it is
// answering.
func (s *State) steer(i int, e *transcript.Row, out []Effect) []Effect {
	t, seat := s.Turn, &s.Seats[i]
	if t == nil || !t.TakesIn(i) || !t.IsSteerable() || s.cfg(i).Policy.Busy != Steer {
		return out
	}
	addressed, by := s.Lines.For(e)&(1<<i) != 0, s.Lines.Author(e)
	if !addressed && !slices.ContainsFunc(t.Asked, func(a transcript.Entry) bool { return a.Author.ID == by.ID }) {
		return out
	}
	taken := transcript.Entries{s.Lines.Entry(e)}
	if addressed {
		taken = seat.Take()
	}
	t.Steer(taken, s.Lines.Last())
	seat.Turned = s.Lines.Last()
	seat.Settle(s.Lines.Last())
	for k := range taken { // more than this line where another configuration had them wait
		if taken[k].No != s.Lines.No(e) {
			out = s.note(i, t.NoteOf(taken[k].ID, messages.BySteer, because.TakenIntoTurn), out)
		}
	}
	out = s.note(i, t.NoteOf(s.Lines.ID(e), messages.BySteer, because.TakenIntoTurn), out)
	return s.composeTurn(t.Recall(out))
}

// injectMax is how many lines one turn is given while it is composed; further
// ones wait for the next.
const injectMax = 20

// inject gives what waits for seat i to its turn in flight, which takes it in
// before its next call of the model. Until the answer says what was taken the
// turn keeps the lines in Given.
func (s *State) inject(i int, out []Effect) []Effect {
	t, seat := s.Turn, &s.Seats[i]
	if len(t.Given)+len(seat.Pending) > injectMax || !s.maySpeak(i) {
		return out
	}
	order := messages.Inject{N: t.N, Channel: s.Channel}
	given := seat.Take() // with what another configuration had wait
	for k := range given {
		out = s.note(i, t.NoteOf(given[k].ID, messages.ByInject, because.GivenToTurn), out)
	}
	for _, line := range t.Give(given) {
		order.Lines = append(order.Lines, s.showLine(line, i, 0))
	}
	if len(order.Lines) == 0 {
		return out
	}
	return append(out, order)
}

// takeInjected makes what the agent says it took in part of what the turn answers.
// The rest came after its last call of the model and waits for the next turn.
func (s *State) takeInjected(ids []messages.LineID, out []Effect) []Effect {
	t := s.Turn
	left := t.TakeGiven(ids)
	for _, e := range left {
		out = s.note(t.Seat, t.NoteOf(e.ID, messages.ByInject, because.LeftOver), out)
	}
	return s.noteShed(t.Seat, s.Seats[t.Seat].Return(left), out)
}

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
