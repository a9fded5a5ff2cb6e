package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/inquiry"
	"familiar/policy/transcript"
)

// membersKnown takes the network's answer who is here. One that comes after
// the lines that waited for it have gone on still counts for the next.
func (s *State) membersKnown(e messages.MembersKnown, out []Effect) []Effect {
	if s.config.Room.Newcomers {
		s.Roster.SetMembers(e)
	} else {
		s.Roster.Trust(e)
	}
	if s.Asking.AnswerMembers(e.N) {
		return s.answered(out)
	}
	return out
}

// historyFetched takes lines from before the first one. Once that has gone on
// they would stand behind it, and are not taken.
func (s *State) historyFetched(e messages.HistoryFetched, out []Effect) []Effect {
	if e.N == 0 { // nobody ordered them
		return s.rememberLines(e.Lines, out)
	}
	open, too := s.Asking.AnswerHistory(e.N)
	switch {
	case !open:
		return out
	case too && !s.Asking.Waiting():
		s.hearKnown(e.Lines)
		return out
	}
	return s.answered(s.rememberLines(s.Asking.Before(e.Lines), out))
}

// awaitsRoom reports whether a line waits for the room's word: it stands in a
// thread off a line, and the room knows whether a reply of ours begins that.
func (s *State) awaitsRoom() bool {
	if !s.thread || !s.Ties.Awaits() {
		return false
	}
	return slices.ContainsFunc(s.Asking.Held, func(h inquiry.Held) bool { return h.ReplyTo.ThreadRoot })
}

// hearKnown has seats hear those of fetched lines that are in the transcript,
// because another account fetched them in time.
func (s *State) hearKnown(lines []*messages.Line) {
	for _, l := range lines {
		if e := s.Lines.Find(l.ID); e != nil && !e.Gone() && e.Old() {
			s.hearRemembered(e, l)
		}
	}
}

// answered takes the lines that waited, once nothing is left to wait for.
func (s *State) answered(out []Effect) []Effect {
	q := s.Asking
	if q.Fetches() || s.awaitsRoom() || q.Members.N != 0 && slices.ContainsFunc(q.Held, func(h inquiry.Held) bool { return s.hangsOnMembers(h.Line) }) {
		return out
	}
	return s.takeHeld(out)
}

// takeHeld takes the lines that waited, in their order.
func (s *State) takeHeld(out []Effect) []Effect {
	for _, h := range s.Asking.Release() {
		out = s.takeLine(h.Line, h.At, out)
	}
	return out
}

// fireAsking stops waiting if the deadline of that number says so; false: it
// is none of these.
func (s *State) fireAsking(n uint64, out []Effect) ([]Effect, bool) {
	switch q := s.Asking; {
	case q == nil:
		return out, false
	case q.Until.Is(n):
		return s.takeHeld(out), true
	case q.AnswerMembers(n):
		return s.answered(out), true
	}
	return out, false
}

// editHeld gives a line that waits its new text; false: it doesn't wait. It does
// no more once another account has heard it than the one that reports the edit:
// who has which text is seen to where lines are heard.
func (s *State) editHeld(l *messages.Line, out []Effect) (waits bool, _ []Effect) {
	waits, other := s.Asking.Edit(l)
	if other {
		return false, s.takeHeld(out)
	}
	return waits, out
}

// dropHeld forgets lines that wait, with their copies. They count as heard, and
// a copy that comes later is of a line that was forgotten.
func (s *State) dropHeld(goes func(*messages.Line) bool) {
	for _, h := range s.Asking.Drop(goes) {
		if s.Seen.Add(h.ID) {
			s.Forgot = true
			s.keepGone(h.Line)
		}
	}
}

// keepGone keeps of a line of ours that was dropped that it is gone: it may be
// the echo of a post whose delivery is still to come, and which would bring its
// text back.
func (s *State) keepGone(l *messages.Line) {
	if by := s.Book.Speaker(s.inPersons(l).Author.ID); by >= 0 {
		s.Lines.Blank(s.Lines.Add(transcript.Entry{Marks: transcript.Marks{At: s.Now, By: int8(by + 1), Unheard: s.Book.DeafToOwn(by, l.Account, &s.Lines)}, ID: l.ID, Author: &messages.Author{Bot: true}}))
	}
}
