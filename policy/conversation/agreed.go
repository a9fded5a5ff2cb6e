package conversation

import (
	"familiar/messages"
	"familiar/policy/memory"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// What a familiar learns from somebody who agreed to that may be shown wherever it answers
// them: see docs/adr/0054. Each line says by which agreement it was said, and what is
// learned from such lines alone is found by that number. Whether it still holds, and of
// which accounts it is, only [messages.Persons] knows, which is asked at each turn.

// lendsAgreed reports whether what seat i learns may be read wherever people agreed to.
func (s *State) lendsAgreed(i int) bool {
	return s.cfg(i).Policy.Memory.LendsAgreed() && s.lends(i)
}

// hearAgreed takes by which agreement somebody has said the line of that number.
func (s *State) hearAgreed(no uint32, l *messages.Line) {
	if s.Sharing == nil {
		if l.Agreed == 0 {
			return
		}
		s.Sharing = &memory.Sharing{}
	}
	s.Sharing.Hear(seating.AccountOf(l.Author.ID), l.Agreed, no)
}

// interruptAgreed takes by which agreement a further copy of a line, or an edit, was said.
func (s *State) interruptAgreed(e *transcript.Row, l *messages.Line) {
	if s.Sharing != nil && !e.Gone() {
		s.Sharing.Interrupt(seating.AccountOf(s.Lines.Author(e).ID), l.Agreed, s.Lines.Last()+1)
	}
}

// agreedLesson leaves out of what seat i is to learn from what it has said itself, where
// all the rest is one account's, said by one agreement, which it returns: what the familiar
// said may have words of somebody else in it. Else it returns all, and 0.
func (s *State) agreedLesson(i int, lesson []*transcript.Row) (_ []*transcript.Row, agreed uint32) {
	if s.Sharing == nil || !s.lendsAgreed(i) {
		return lesson, 0
	}
	var theirs []*transcript.Row
	for _, e := range lesson {
		if s.Lines.By(e) != 0 {
			continue
		}
		number := s.Sharing.By(seating.AccountOf(s.Lines.Author(e).ID), s.Lines.No(e))
		if len(theirs) > 0 && number != agreed { // a number is one account's
			return lesson, 0
		}
		theirs, agreed = append(theirs, e), number
	}
	if agreed == 0 {
		return lesson, 0
	}
	return theirs, agreed
}

// Alone reports whether nobody but one person and us reads the channel, as far as is known.
func (s *State) Alone() bool { return s.DM && s.Roster.Effective(s.Now) <= 1 }
