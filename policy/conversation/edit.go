package conversation

import (
	"slices"
	"time"

	"familiar/messages"
)

// editWithin is how long after a line an edit that adds our mention makes it
// count as new, once.
const editWithin = 5 * time.Minute

// edit takes a line's new text. A seat that has not consumed the line decides
// again; one whose turn answers it composes again. Each account in the channel
// reports the edit: what was told already is only looked through for a mention.
// Of an edit that was read from the history, after a gap, only the text is
// taken: it may be hours old.
func (s *State) edit(l *messages.Line, out []Effect) []Effect {
	if s.editHeld(l) {
		return out
	}
	l = s.inPersons(l)
	e := s.Lines.find(l.ID)
	if s.forgotten(e) && s.Seen.has(l.ID) {
		return s.eraseAgain(Erasing{Line: l.ID}, out)
	}
	if e != nil && e.By != 0 {
		return s.editedOwn(e, l, out)
	}
	s.reviseAsked(l)
	if e == nil { // gone from the transcript, and perhaps still to be answered
		return out
	}
	told := l.Text == s.Lines.text(e) && slices.Equal(l.Attachments, s.Lines.enclosedIn(e).list()) // by another account
	s.Lines.revise(e, l.Text)
	s.Lines.enclose(e, attached(l.Attachments))
	if l.Backfilled {
		return out
	}
	g := s.gist(l, l.Text, 1)
	renewed := !e.Again && s.Now.Sub(e.At) <= editWithin
	for i := range s.Seats {
		if s.owes(i, e.No) {
			continue
		}
		if s.answering(i, e.No) {
			if !told {
				out = s.editAsked(i, out)
			}
			continue
		}
		adds := renewed && e.For&(1<<i) == 0 && s.facts(i, l, &g).Has(messages.MentionsUs)
		if adds || !told && s.waits(i, e) {
			e.Again = e.Again || adds
			e.Waits &^= 1 << i
			out = s.decide(i, e.No, l, &g, out)
		}
	}
	return out
}

// revise gives a line's new text to those of entries that are this line.
func revise(entries []Entry, l *messages.Line) {
	for i := range entries {
		if e := &entries[i]; e.ID == l.ID {
			e.Text, e.Files = l.Text, attached(l.Attachments)
		}
	}
}

// owes reports whether that line waits to be answered by seat i, in no turn.
func (s *State) owes(i int, no uint32) bool {
	is := func(e Entry) bool { return e.No == no }
	paused := s.Seats[i].Paused
	return slices.ContainsFunc(s.Seats[i].Pending, is) || paused != nil && slices.ContainsFunc(paused.Asked, is)
}

// answering reports whether the turn in flight is seat i's and answers that
// line.
func (s *State) answering(i int, no uint32) bool {
	return s.Turn != nil && s.Turn.Seat == i && slices.ContainsFunc(s.Turn.Asked, func(a Entry) bool { return a.No == no })
}

// reviseAsked gives a line's new text to whatever waits to be answered, and to a
// turn that has no words yet: if its order is given again, it is by that text.
func (s *State) reviseAsked(l *messages.Line) {
	for i := range s.Seats {
		revise(s.Seats[i].Pending, l)
	}
	s.eachHeld(func(held []Entry) []Entry { revise(held, l); return held })
	if s.Turn != nil && !s.Turn.Composed {
		revise(s.Turn.Asked, l)
	}
}

// editAsked composes the turn in flight again, by the new text.
func (s *State) editAsked(i int, out []Effect) []Effect {
	t := s.Turn
	if t.Composed || t.Steered >= steerMax || s.cfg(i).Policy.Busy != Steer || !s.Seats[i].Pressure.Lets() {
		return out
	}
	t.Steered++
	return s.compose(t.recall(out))
}

// cancelTurn calls the turn off before anything of it is posted.
func (s *State) cancelTurn(out []Effect) []Effect {
	s.Turns.Withdraw(s.Seats[s.Turn.Seat].Familiar)
	return s.endTurn(s.Turn.recall(out))
}
