package conversation

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/erasing"
	"familiar/policy/memory"
	"familiar/policy/transcript"
)

// editWithin is how long after a line an edit that adds our mention makes it
// count as new, once.
const editWithin = 5 * time.Minute

// editLine takes a line's new text. A seat that has not consumed the line decides
// again; one whose turn answers it composes again. Each account in the channel
// reports the edit: what was told already is only looked through for a mention.
// Until a seat's own account does, the line is lost to it: its text is one that
// its account has no copy of. A seat that had not heard the line has heard it
// then.
// Of an edit that was read from the history, after a gap, only the text is
// taken: it may be hours old.
func (s *State) editLine(l *messages.Line, out []Effect) []Effect {
	if s.Seen.IsGone(l.ID) && !s.Seen.Has(l.ID) {
		return s.eraseText(erasing.Text{Line: l.ID}, true, out)
	}
	waits, heard := s.Asking.Edit(l)
	switch {
	case waits:
		return out
	case heard: // by another account: who has which text is seen to where lines are heard
		out = s.takeHeld(out)
	}
	l = s.inPersons(l)
	e := s.Lines.Find(l.ID)
	if s.forgotten(e) && s.Seen.Has(l.ID) {
		return s.eraseText(erasing.Text{Line: l.ID}, true, out)
	}
	if e != nil {
		s.narrow(e, l)
	}
	if e != nil && s.Lines.By(e) != 0 {
		return s.editedOwn(e, l, out)
	}
	hear, lost := s.Book.Hears(l.Account), s.Book.Deaf(l.Account)
	if l.Backfilled { // only who missed it reports it
		lost &= s.Book.Away(&s.Lines)
	}
	s.reviseAsked(^lost, l)
	if e == nil { // gone from the transcript, and perhaps still to be answered
		return s.Seats.ForgetMemories(memory.Gone{Line: l.ID}, out)
	}
	told := l.Text == s.Lines.Text(e) && slices.Equal(l.Attachments, s.Lines.Files(e).List()) // by another account
	if !told {
		out = s.Seats.ForgetMemories(memory.Gone{Line: l.ID}, out)
	}
	s.Lines.Revise(e, l.Text)
	s.Lines.Enclose(e, transcript.FilesOf(l.Attachments))
	late := s.Lines.Unheard(e) & hear
	if !told {
		s.Lines.MarkUnheard(e, lost)
	}
	if l.Backfilled {
		s.Lines.MarkHeard(e, hear)
		return out
	}
	first := late &^ s.Lines.Decided(e)
	if s.Lines.MarkHeard(e, hear); first != 0 {
		out = s.hearLate(e, l, first, out)
	}
	return s.editHeardBy(^(s.Lines.Unheard(e) | first), e, l, told, late, out)
}

// editHeardBy has those seats look at an edited line that have heard it. To
// some it is news though it was told before.
func (s *State) editHeardBy(seats uint32, e *transcript.Row, l *messages.Line, told bool, news uint32, out []Effect) []Effect {
	var g gist
	s.gist(&g, l, l.Text, 1)
	again := e.Again()
	for i := range s.Seats {
		bit := uint32(1) << i
		told := told && news&bit == 0
		if seats&bit == 0 || s.Seats[i].Owes(s.Lines.No(e)) {
			continue
		}
		if s.Turn.Answers(i, s.Lines.No(e)) {
			if !told {
				out = s.editAsked(i, out)
			}
			continue
		}
		renewed := (!again || news&bit != 0) && s.Now.Sub(e.At()) <= editWithin
		adds := renewed && s.Lines.For(e)&bit == 0 && s.facts(i, l, &g).Has(messages.MentionsUs)
		if adds || !told && s.Lines.WaitsFor(e, i, s.Seats[i].Settled) {
			if adds {
				e.CountAgain()
			}
			s.Lines.Unwait(e, bit)
			out = s.letDecide(bit, e, l, &g, out)
		}
	}
	return out
}

// reviseAsked gives a line's new text to whatever waits to be answered by these seats, and
// to a turn of theirs that has no words yet: if its order is given again, it is by that text.
func (s *State) reviseAsked(seats uint32, l *messages.Line) {
	for i := range s.Seats {
		if seats&(1<<i) != 0 {
			s.Seats[i].Revise(l)
		}
	}
	if t := s.Turn; t != nil && seats&(1<<t.Seat) != 0 {
		t.Revise(l)
	}
}

// editAsked composes the turn in flight again, by the new text.
func (s *State) editAsked(i int, out []Effect) []Effect {
	t := s.Turn
	if !t.IsSteerable() || s.cfg(i).Policy.Busy != Steer || !s.Seats[i].Pressure.Lets() {
		return out
	}
	t.Steer(nil, t.Upto)
	return s.composeTurn(t.Recall(out))
}
