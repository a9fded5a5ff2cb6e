package conversation

import (
	"familiar/messages"
	"familiar/policy/ladder"
)

// hearCopy takes a line that was heard before: the same account's again is
// dropped, another account's tells its own seats what it alone can say.
func (s *State) hearCopy(l *messages.Line, out []Effect) []Effect {
	e := s.Lines.find(l.ID)
	if e == nil || e.By != 0 || e.Gone {
		return s.note(-1, messages.Note{Line: l.ID, Act: messages.Drop, Rung: byDuplicate, Reason: "heard before"}, out)
	}
	if e.Text == "" {
		e.Text = l.Text
	}
	fresh := false
	for i := range s.Seats {
		if s.cfg(i).Account == l.Account && e.Decided&(1<<i) == 0 {
			fresh = true
			s.dropCopy(i, e.No)
			out = s.decide(i, e.No, l, ladder.Fold(e.Text), out)
		}
	}
	if !fresh {
		out = s.note(-1, messages.Note{Line: l.ID, Act: messages.Drop, Rung: byDuplicate, Reason: "heard before"}, out)
	}
	return out
}

// awaitCopy leaves the line undecided for seat i until its own account has
// heard it too.
func (s *State) awaitCopy(i int, no uint32) {
	seat := &s.Seats[i]
	seat.Copies = append(seat.Copies, no)
	if seat.CopiesBy.N == 0 {
		seat.CopiesBy = s.deadline(s.Now.Add(copyWithin))
	}
}

func (s *State) dropCopy(i int, no uint32) {
	seat := &s.Seats[i]
	for k, c := range seat.Copies {
		if c == no {
			seat.Copies = append(seat.Copies[:k], seat.Copies[k+1:]...)
			break
		}
	}
	if len(seat.Copies) == 0 {
		seat.Copies, seat.CopiesBy = nil, Deadline{}
	}
}

// decideCopies decides on what the seat's own account has not heard in time,
// by what the transcript knows.
func (s *State) decideCopies(i int, out []Effect) []Effect {
	seat := &s.Seats[i]
	waiting := seat.Copies
	seat.Copies, seat.CopiesBy = nil, Deadline{}
	for _, no := range waiting {
		if e := s.Lines.at(no); e != nil && !e.Gone && e.Decided&(1<<i) == 0 {
			l := &messages.Line{ID: e.ID, Channel: s.Channel, Author: *e.Author, Text: e.Text, Attachments: e.attachments(), Backfilled: e.Old}
			out = s.decide(i, no, l, ladder.Fold(e.Text), out)
		}
	}
	return out
}
