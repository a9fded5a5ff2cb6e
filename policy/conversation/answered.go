package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/deadline"
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
	if a := s.Asking; a != nil && e.N != 0 && e.N == a.Members.N {
		a.Members = deadline.Deadline{}
		return s.answered(out)
	}
	return out
}

// historyFetched takes lines from before the first one. Once that has gone on
// they would stand behind it, and are not taken.
func (s *State) historyFetched(e messages.HistoryFetched, out []Effect) []Effect {
	if e.N == 0 { // nobody ordered them
		return s.remember(e.Lines, out)
	}
	a := s.Asking
	if a == nil {
		return out
	}
	if k := a.fetching(e.N); k >= 0 {
		a.More[k].N = 0
		if len(a.Held) == 0 {
			s.hearKnown(e.Lines)
			return out
		}
	} else if e.N != a.History {
		return out
	} else {
		a.History = 0
	}
	return s.answered(s.remember(before(e.Lines, a.Held), out))
}

// awaitsRoom reports whether a line waits for the room's word: it stands in a
// thread off a line, and the room knows whether a reply of ours begins that.
func (s *State) awaitsRoom() bool {
	if !s.thread || !s.Ties.Awaits() {
		return false
	}
	return slices.ContainsFunc(s.Asking.Held, func(h Held) bool { return h.ReplyTo.ThreadRoot })
}

// fetching gives which further account the order of that number asks, or -1.
func (a *Asking) fetching(n uint64) int {
	return slices.IndexFunc(a.More, func(f Fetching) bool { return f.N == n && n != 0 })
}

// fetches reports whether some account has yet to say what was said before.
func (a *Asking) fetches() bool {
	return a.History != 0 || slices.ContainsFunc(a.More, func(f Fetching) bool { return f.N != 0 })
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

// before gives the fetched lines that stand before the first one that waits.
// Those behind it are still to be heard: remembered now, they would be taken
// for duplicates then and never be answered. A list without the first one
// begins behind it, for it goes up to now.
func before(fetched []*messages.Line, held []Held) []*messages.Line {
	if len(held) == 0 {
		return nil
	}
	first := slices.IndexFunc(fetched, func(l *messages.Line) bool { return l.ID == held[0].ID })
	return fetched[:max(0, first)]
}

// waitsHere reports whether that line waits.
func (s *State) waitsHere(id messages.LineID) bool {
	return s.Asking != nil && slices.ContainsFunc(s.Asking.Held, func(h Held) bool { return h.ID == id })
}

// answered takes the lines that waited, once nothing is left to wait for.
func (s *State) answered(out []Effect) []Effect {
	a := s.Asking
	if a.fetches() || s.awaitsRoom() || a.Members.N != 0 && slices.ContainsFunc(a.Held, func(h Held) bool { return s.hangsOnMembers(h.Line) }) {
		return out
	}
	return s.takeHeld(out)
}

// takeHeld takes the lines that waited, in their order.
func (s *State) takeHeld(out []Effect) []Effect {
	a := s.Asking
	held := a.Held
	a.Held, a.Until, a.History = nil, deadline.Deadline{}, 0
	for _, h := range held {
		out = s.take(h.Line, h.At, out)
	}
	return out
}

// askingDue gives the earliest deadline of what was asked.
func (s *State) askingDue() deadline.Deadline {
	a := s.Asking
	if a == nil {
		return deadline.Deadline{}
	}
	if a.Until.N == 0 || a.Members.N != 0 && a.Members.At < a.Until.At {
		return a.Members
	}
	return a.Until
}

// fireAsking stops waiting if the deadline of that number says so; false: it
// is none of these.
func (s *State) fireAsking(n uint64, out []Effect) ([]Effect, bool) {
	a := s.Asking
	switch {
	case a == nil:
		return out, false
	case n == a.Until.N:
		return s.takeHeld(out), true
	case n == a.Members.N:
		a.Members = deadline.Deadline{}
		return s.answered(out), true
	}
	return out, false
}

// opensAsking reports whether the order of that number is unanswered.
func (s *State) opensAsking(n uint64) bool {
	return s.Asking != nil && n != 0 && (n == s.Asking.Members.N || n == s.Asking.History || s.Asking.fetching(n) >= 0)
}

// pendingAsking are the orders that may not have been carried out.
func (s *State) pendingAsking(out []Effect) []Effect {
	if a := s.Asking; a != nil && a.Members.N != 0 {
		out = append(out, s.membersOrder())
	}
	if a := s.Asking; a != nil && a.History != 0 {
		out = append(out, s.historyOrder(a.History, a.HistoryOf))
	}
	if a := s.Asking; a != nil {
		for _, f := range a.More {
			if f.N != 0 {
				out = append(out, s.historyOrder(f.N, f.Account))
			}
		}
	}
	return out
}

func (s *State) membersOrder() Effect {
	return messages.FetchMembers{N: s.Asking.Members.N, Channel: s.Channel, Account: s.Asking.MembersOf, Deadline: s.Asking.Members.At}
}

// historyOrder is the order of earlier lines, which are of no use once the
// first one has gone on.
func (s *State) historyOrder(n uint64, account messages.AccountID) Effect {
	o := messages.FetchHistory{N: n, Channel: s.Channel, Account: account, Tail: historyTail, Deadline: s.Asking.Until.At}
	if s.Channel.IsThread() {
		o.Head = historyHead
	}
	if s.Asking.Until.N == 0 { // it is set with the line that waits, in this step
		o.Deadline = s.Now.Add(coldWait)
	}
	return o
}

// renumberAsking gives open orders new numbers.
func (s *State) renumberAsking() {
	a := s.Asking
	if a == nil {
		return
	}
	if a.Members.N != 0 {
		a.Members.N = s.Number.Next()
	}
	if a.History != 0 {
		a.History = s.Number.Next()
	}
	for k := range a.More {
		if a.More[k].N != 0 {
			a.More[k].N = s.Number.Next()
		}
	}
}

// editHeld gives a line that waits its new text; false: it doesn't wait. It does
// no more once another account has heard it than the one that reports the edit:
// who has which text is seen to where lines are heard.
func (s *State) editHeld(l *messages.Line, out []Effect) (waits bool, _ []Effect) {
	if s.Asking == nil {
		return false, out
	}
	if l.Account != "" && slices.ContainsFunc(s.Asking.Held, func(h Held) bool { return h.ID == l.ID && h.Account != l.Account }) {
		return false, s.takeHeld(out)
	}
	for k, h := range s.Asking.Held {
		if h.ID != l.ID {
			continue
		}
		edited := *h.Line
		edited.Text, edited.Attachments, edited.Mentions, edited.Everyone, edited.Roles = l.Text, l.Attachments, l.Mentions, l.Everyone, l.Roles
		s.Asking.Held[k], waits = Held{&edited}, true
	}
	return waits, out
}

// dropHeld forgets lines that wait, with their copies. They count as heard, and
// a copy that comes later is of a line that was forgotten.
func (s *State) dropHeld(goes func(*messages.Line) bool) {
	if s.Asking == nil {
		return
	}
	was := slices.Clone(s.Asking.Held)
	s.Asking.Held = slices.DeleteFunc(s.Asking.Held, func(h Held) bool {
		first := slices.IndexFunc(was, func(f Held) bool { return f.ID == h.ID })
		return goes(h.Line) || goes(was[first].Line)
	})
	for _, h := range was {
		if !s.waitsHere(h.ID) && s.Seen.Add(h.ID) {
			s.Forgot = true
			s.keepGone(h.Line)
		}
	}
}

// keepGone keeps of a line of ours that was dropped that it is gone: it may be
// the echo of a post whose delivery is still to come, and which would bring its
// text back.
func (s *State) keepGone(l *messages.Line) {
	if by := s.speaker(s.inPersons(l).Author.ID); by >= 0 {
		s.Lines.Blank(s.Lines.Add(transcript.Entry{Marks: transcript.Marks{At: s.Now, By: int8(by + 1), Unheard: s.deafToOwn(by, l.Account)}, ID: l.ID, Author: &messages.Author{Bot: true}}))
	}
}
