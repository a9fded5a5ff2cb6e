package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
)

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
