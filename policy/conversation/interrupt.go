package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/transcript"
)

// interruptMax is how often what one turn is about is put off for a line that
// came meanwhile; then such a line waits.
const interruptMax = 2

// A Paused is what a seat was answering when somebody's line went before it.
type Paused struct {
	Asked []transcript.Entry `json:"asked,omitempty"` // the lines, oldest first; none: they are pending again
	Times int                `json:"times"`           // how often they were put off
	First bool               `json:"first,omitempty"` // the line that goes before them is in no turn yet
}

// interrupt calls seat i's turn off for a line of a human, which the next turn
// answers; the one after that answers what this one was about. A turn that
// somebody woke is not interrupted, and a thought of the familiar's own is not
// taken up again.
func (s *State) interrupt(i int, e *transcript.Row, out []Effect) []Effect {
	t, seat := s.Turn, &s.Seats[i]
	if s.Lines.Author(e).Bot || t.Trigger == messages.Woken || t.Breaks >= interruptMax || !s.maySpeak(i) {
		return out
	}
	paused := &Paused{Times: t.Breaks + 1, First: true}
	if seat.Paused != nil {
		paused.Asked = seat.Paused.Asked
	}
	for _, asked := range append(t.Asked, t.Given...) {
		if !t.Trigger.Unsolicited() || asked.For&(1<<i) != 0 {
			paused.Asked = append(paused.Asked, asked)
		}
	}
	reason := because.CalledOffForLine
	if len(paused.Asked) == 0 {
		paused, reason = nil, because.CalledOffUnasked
	}
	out = s.note(i, messages.Note{Line: s.Lines.ID(e), Act: messages.Settled, Rung: byInterrupt, Trigger: t.Trigger, N: t.N, Reason: reason}, out)
	t.Given, seat.Paused = nil, nil
	out = s.endTurn(t.recall(out)) // the time of an assigned turn goes on
	seat.Paused = paused
	return out
}

// resume puts what was interrupted back among what waits, before anything that
// came since, once the line it gave way to was answered or is no more.
func (s *State) resume(out []Effect) []Effect {
	for i := range s.Seats {
		p := s.Seats[i].Paused
		if p == nil || p.First && len(s.Seats[i].Pending) > 0 {
			continue
		}
		p.First = false
		out = s.returned(i, p.Asked, out)
		p.Asked = nil
	}
	return out
}

// breaks gives how often what seat i begins a turn about was put off.
func (s *State) breaks(i int) int {
	p := s.Seats[i].Paused
	if p == nil {
		return 0
	}
	if p.First = false; len(p.Asked) == 0 {
		s.Seats[i].Paused = nil
	}
	return p.Times
}

// unpause puts what seat i has paused back among what waits: it is not seat
// i that will go on with it.
func (s *State) unpause(i int, out []Effect) []Effect {
	p := s.Seats[i].Paused
	if p == nil {
		return out
	}
	s.Seats[i].Paused = nil
	return s.returned(i, p.Asked, out)
}
