package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/inquiry"
	"familiar/policy/ladder"
	"familiar/policy/transcript"
)

// meansOf gives what that account can ask, if it is some seat's; without one
// what any can.
func meansOf(c *Config, account messages.AccountID) (can inquiry.Means) {
	for i := range c.Seats {
		seat := &c.Seats[i]
		if account != "" && seat.Account != account {
			continue
		}
		if seat.Members {
			can |= inquiry.Members
		}
		if seat.History {
			can |= inquiry.History
		}
	}
	return can
}

// asker is the account that has heard a line.
func (s *State) asker(l *messages.Line) inquiry.Asker {
	return inquiry.Asker{Account: l.Account, Means: meansOf(s.config, l.Account), Channel: s.Channel, Now: s.Now, Numbers: &s.Number}
}

// hearLine takes a line, unless it has to wait for what the network is asked.
func (s *State) hearLine(l *messages.Line, out []Effect) []Effect {
	l = s.config.AsPeer(l)
	if s.Seen.IsGone(l.ID) {
		return s.hearDeleted(l, out)
	}
	if s.Asking.Idle() || s.Seen.Has(l.ID) { // a copy of one that waits no more
		return s.takeLine(l, s.Now, out)
	}
	if s.Asking.Waiting() {
		if full := s.Asking.Hold(l, s.Now); full {
			return s.takeHeld(out)
		}
		return s.Asking.AskHistoryToo(s.asker(l), out)
	}
	own := s.Book.Speaker(l.Author.ID) >= 0
	if l.Backfilled || own && !s.Ties.IsThread() || !own && (slices.Contains(s.config.Room.Ignore, l.Author.ID) || !s.Admission.Admits(l)) {
		return s.takeLine(l, s.Now, out)
	}
	waits := false
	if s.Born == 0 && !s.Forgot { // what was forgotten is not fetched again
		out, waits = s.Asking.AskHistory(s.asker(l), out)
	}
	if !own {
		var alone bool
		out, alone = s.askMembers(l, out)
		waits = waits || alone
	}
	if !waits {
		return s.takeLine(l, s.Now, out)
	}
	out = s.tieToRoom(l, out)
	s.Asking.Begin(l, s.Now, &s.Number)
	return out
}

// askMembers asks who is here: when a line's decision hangs on it, and when
// somebody posts for the first time. It reports whether the line waits for it.
func (s *State) askMembers(l *messages.Line, out []Effect) (_ []Effect, waits bool) {
	if !s.Asking.Can(inquiry.Members) || l.DM || s.Roster.Fresh(s.Now) {
		return out, false
	}
	humans, known := s.Roster.With(l.Author)
	if humans > 2 || humans > 1 && known { // there is nothing to find out
		return out, false
	}
	hangs := humans <= 1 && s.hangsOnMembers(l)
	if known && !hangs {
		return out, false
	}
	out, open := s.Asking.AskMembers(s.asker(l), out)
	return out, hangs && open
}

// hangsOnMembers reports whether some seat would do something else with the
// line if it knew how many people are here.
func (s *State) hangsOnMembers(l *messages.Line) bool {
	if l.Crowded || l.Notice || l.Overdrawn {
		return false
	}
	l = s.inPersons(l)
	var g gist
	s.gist(&g, l, l.Text, 0)
	hear := s.Book.Hears(l.Account)
	for i := range s.Seats {
		if hear&(1<<i) == 0 {
			continue
		}
		rungs := &s.cfg(i).Policy.Ladder
		few := s.facts(i, l, &g) &^ (messages.Crowd | messages.KnownAlone)
		alone, crowd := ladder.Decide(few|messages.KnownAlone, rungs), ladder.Decide(few|messages.Crowd, rungs)
		if alone.Act != crowd.Act || alone.Act != ladder.Decide(few, rungs).Act {
			return true
		}
	}
	return false
}

// membersKnown takes the network's answer who is here. One that comes after
// the lines that waited for it have gone on still counts for the next.
func (s *State) membersKnown(e messages.MembersKnown, out []Effect) []Effect {
	if s.config.Relayed { // those behind the relay read along, too
		e.Truncated = true
	}
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
// they would stand behind it, and are not taken: seats hear those that are in the
// transcript because another account fetched them in time.
func (s *State) historyFetched(e messages.HistoryFetched, out []Effect) []Effect {
	out = s.eraseAgain(e.Lines, out)
	if e.N == 0 { // nobody ordered them
		return s.rememberLines(e.Lines, out)
	}
	open, too := s.Asking.AnswerHistory(e.N)
	if !open {
		return out
	}
	if !too || s.Asking.Waiting() {
		return s.answered(s.rememberLines(s.Asking.Before(e.Lines), out))
	}
	for _, l := range e.Lines {
		if e := s.Lines.Find(l.ID); e != nil && !e.Gone() && e.Old() {
			s.hearRemembered(e, l)
		}
	}
	return out
}

// answered takes the lines that waited, once nothing is left to wait for.
func (s *State) answered(out []Effect) []Effect {
	if !s.Asking.Ready(s.Ties.Awaits(), s.hangsOnMembers) {
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

// dropHeld forgets lines that wait, with their copies. They count as heard, and
// a copy that comes later is of a line that was forgotten. Of a line of ours it
// stays known that it is gone: it may be the echo of a post whose delivery is
// still to come, and which would bring its text back.
func (s *State) dropHeld(goes func(*messages.Line) bool) {
	for _, h := range s.Asking.Drop(goes) {
		if !s.Seen.Add(h.ID) {
			continue
		}
		s.Forgot = true
		if by := s.Book.Speaker(s.inPersons(h.Line).Author.ID); by >= 0 {
			s.Lines.Blank(s.Lines.Add(&transcript.Entry{Marks: transcript.Marks{At: s.Now, By: int8(by + 1), Unheard: s.Book.DeafToOwn(by, h.Account, &s.Lines)}, ID: h.ID, Author: &messages.Author{Bot: true}}))
		}
	}
}
