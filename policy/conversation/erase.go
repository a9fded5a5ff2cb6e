package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/erasing"
	"familiar/policy/retention"
	"familiar/policy/transcript"
)

// earlyMost is how many deletions may wait for the journal for another one of a line that
// hasn't come to be remembered: of a channel that is cleared most lines came long ago.
const earlyMost = 16

// deleteLine takes a deleted line out of the state and has it erased from the
// journal, which may know it even if the transcript doesn't any more.
func (s *State) deleteLine(id messages.LineID, out []Effect) []Effect {
	if id == "" {
		return out // it would be every line without an id
	}
	s.dropHeld(func(l *messages.Line) bool { return l.ID == id })
	if !s.Seen.Has(id) && len(s.Erasing) < earlyMost {
		s.Seen.AddGone(id)
	}
	return s.eraseText(erasing.Text{Line: id}, false, s.forgetLine(id, out))
}

// hearDeleted takes a line that was deleted before it came: nobody decides on it. One of
// ours is first heard, as it may be a post's echo.
func (s *State) hearDeleted(l *messages.Line, out []Effect) []Effect {
	if s.Book.Speaker(s.inPersons(l).Author.ID) >= 0 {
		return s.deleteEarly(l.ID, s.takeLine(l, s.Now, out))
	}
	out = s.note(-1, messages.Note{Line: l.ID, Act: messages.Drop, Rung: messages.ByDeleted, Reason: because.LineDeleted}, out)
	return s.eraseText(erasing.Text{Line: l.ID}, true, out)
}

// deleteEarly takes a line of ours out again that was deleted before it came.
func (s *State) deleteEarly(id messages.LineID, out []Effect) []Effect {
	if !s.Seen.IsGone(id) {
		return out
	}
	return s.eraseText(erasing.Text{Line: id}, true, s.forgetLine(id, out))
}

// eraseText has a text that has left the state erased from the journal. again
// has it erased even when the same is with the journal now.
func (s *State) eraseText(t erasing.Text, again bool, out []Effect) []Effect {
	if s.config.Held {
		t = t.AskedBy(s.Now)
	}
	add := s.Erasing.Add
	if again {
		add = s.Erasing.AddAgain
	}
	if full := add(t); full {
		out = s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByShed, Reason: because.DeletionsShed}, out)
	}
	return out
}

// eraseAgain has those of lines from the past erased that were deleted while they were
// looked up: the journal has them once more.
func (s *State) eraseAgain(lines []*messages.Line, out []Effect) []Effect {
	for _, l := range lines {
		if s.Seen.IsGone(l.ID) || s.Seen.Has(l.ID) && s.forgotten(s.Lines.Find(l.ID)) {
			out = s.eraseText(erasing.Text{Line: l.ID}, true, out)
		}
	}
	return out
}

// forgotten reports whether a line that was heard before, of which the
// transcript has e, is one whose text has to be gone from the journal, too.
func (s *State) forgotten(e *transcript.Row) bool {
	s.Forgot = s.Forgot && s.Lines.Last() < transcript.Resident
	return e != nil && e.Gone() || e == nil && s.Forgot
}

// countTexts keeps count of how old the texts are that the journal has, where they are
// to go before the journal lets go of them. Elsewhere there is none, and so nothing in
// the state that an older program doesn't know.
func (s *State) countTexts(e Event, now messages.Instant) {
	if !s.config.Expires {
		s.Retained = retention.Span{}
		return
	}
	if s.Now == 0 {
		s.Retained.Clear(now)
	}
	if holdsText(e) {
		s.Retained.Take(max(s.Now, now))
	}
}

// holdsText reports whether the record of an event may hold what somebody said or who
// was there, and so may have to be erased once it is old.
func holdsText(e Event) bool {
	switch e.(type) {
	case messages.TimerFired, messages.Forgotten, messages.Erased, messages.Reconfigured, messages.PressureChanged, messages.Skipped:
		return false
	default:
		return true
	}
}
