package conversation

import (
	"familiar/messages"
)

// hearCopy takes a line that was heard before: the same account's again is
// dropped, another account's tells its own seats what it alone can say.
func (s *State) hearCopy(l *messages.Line, out []Effect) []Effect {
	e := s.Lines.find(l.ID)
	if s.forgotten(e) {
		out = s.eraseAgain(Erasing{Line: l.ID}, out)
	}
	if e == nil || e.By != 0 || e.Gone {
		return s.note(-1, messages.Note{Line: l.ID, Act: messages.Drop, Rung: byDuplicate, Reason: "heard before"}, out)
	}
	if s.Lines.text(e) == "" && s.Lines.enclosedIn(e) == nil { // not every account is shown what it isn't called by
		s.Lines.revise(e, l.Text)
		s.Lines.enclose(e, attached(l.Attachments))
		s.reviseAsked(l)
	}
	fresh, g := false, s.gist(l, s.Lines.text(e), 1)
	for i := range s.Seats {
		seat := uint32(1) << i
		switch {
		case s.cfg(i).Account != l.Account:
		case e.Decided&seat == 0:
			fresh = true
			s.dropCopy(i, e.No)
			out = s.decide(i, e.No, l, &g, out)
		case e.Blind&seat != 0:
			e.Blind &^= seat
			if s.missed(i, e, l, &g) {
				fresh = true
				e.Waits &^= seat
				out = s.decide(i, e.No, l, &g, out)
			}
		}
	}
	if !fresh {
		out = s.note(-1, messages.Note{Line: l.ID, Act: messages.Drop, Rung: byDuplicate, Reason: "heard before"}, out)
	}
	return out
}

// missed reports whether the late copy says what seat i could not know when it
// decided without it: that the line is addressed to it.
func (s *State) missed(i int, e *row, l *messages.Line, g *gist) bool {
	const addresses = messages.MentionsUs | messages.RepliesToUs | messages.IsDM
	return e.For&(1<<i) == 0 && s.Now.Sub(e.At) <= editWithin && s.facts(i, l, g)&addresses != 0
}

// copiesMax is how many lines wait for a copy: with one more the oldest is
// decided, long before the transcript drops it.
const copiesMax = resident / 2

// awaitCopy leaves the line undecided for seat i until its own account has
// heard it too.
func (s *State) awaitCopy(i int, no uint32, out []Effect) []Effect {
	seat := &s.Seats[i]
	seat.Copies = append(seat.Copies, no)
	if seat.CopiesBy.N == 0 {
		seat.CopiesBy = s.deadline(s.Now.Add(copyWithin))
	}
	if len(seat.Copies) <= copiesMax {
		return out
	}
	oldest := seat.Copies[0]
	s.dropCopy(i, oldest)
	return s.decideBlind(i, oldest, out)
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
// by what the transcript knows. A copy that comes later can still say that the
// line is addressed to the seat.
func (s *State) decideCopies(i int, out []Effect) []Effect {
	seat := &s.Seats[i]
	waiting := seat.Copies
	seat.Copies, seat.CopiesBy = nil, Deadline{}
	for k, no := range waiting {
		e := s.Lines.at(no)
		if e != nil && s.Now.Sub(e.At) < copyWithin { // it and those after it have time left
			seat.Copies, seat.CopiesBy = waiting[k:], s.deadline(e.At.Add(copyWithin))
			break
		}
		out = s.decideBlind(i, no, out)
	}
	return out
}

// decideBlind has seat i decide on a line without its own account's copy.
func (s *State) decideBlind(i int, no uint32, out []Effect) []Effect {
	e := s.Lines.at(no)
	if e == nil || e.Gone || e.Decided&(1<<i) != 0 {
		return out
	}
	e.Blind |= 1 << i
	said := s.Lines.entry(e)
	l := &messages.Line{ID: said.ID, Channel: s.Channel, Author: *said.Author, Text: said.Text, Attachments: said.Files.list(), Backfilled: e.Old}
	g := s.gist(l, l.Text, 1)
	return s.decide(i, no, l, &g, out)
}
