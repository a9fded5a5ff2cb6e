package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/inquiry"
	"familiar/policy/ladder"
	"familiar/policy/roster"
)

// Bits of what the channel's network can be asked.
const (
	asksMembers = 1 << iota
	asksHistory
)

// useAsking finds out what the network can be asked by some seat's account.
func (s *State) useAsking() { s.asks = s.canAsk("") }

// canAsk gives what that account can ask, if it is some seat's; without one
// what any can.
func (s *State) canAsk(account messages.AccountID) (can uint8) {
	for i := range s.config.Seats {
		c := &s.config.Seats[i]
		if account != "" && c.Account != account {
			continue
		}
		if c.Members {
			can |= asksMembers
		}
		if c.History {
			can |= asksHistory
		}
	}
	return can
}

// hearLine takes a line, unless it has to wait for what the network is asked.
func (s *State) hearLine(l *messages.Line, out []Effect) []Effect {
	l = s.asPeer(l)
	if s.asks == 0 && s.Asking == nil || s.Seen.Has(l.ID) { // a copy of one that waits no more
		return s.takeLine(l, s.Now, out)
	}
	if s.Asking.Waiting() {
		if full := s.Asking.Hold(l, s.Now); full {
			return s.takeHeld(out)
		}
		return s.askHistoryToo(l, out)
	}
	own := s.Book.Speaker(l.Author.ID) >= 0
	if l.Backfilled || own && !s.thread || !own && (slices.Contains(s.config.Room.Ignore, l.Author.ID) || !s.admits(l)) {
		return s.takeLine(l, s.Now, out)
	}
	out, waits := s.askHistory(l, out)
	if !own {
		var alone bool
		out, alone = s.askMembers(l, out)
		waits = waits || alone
	}
	if !waits {
		return s.takeLine(l, s.Now, out)
	}
	out = s.tieToRoom(s.hangsOff(l, out))
	s.Asking.Hold(l, s.Now)
	s.Asking.Until = s.Number.By(s.Now.Add(inquiry.ColdWait))
	return out
}

// askHistory asks for what was said before the first line, and reports whether
// that line waits for it. What was forgotten is not fetched again.
func (s *State) askHistory(l *messages.Line, out []Effect) (_ []Effect, waits bool) {
	if s.asks&asksHistory == 0 || s.Born != 0 || s.Forgot || s.canAsk(l.Account)&asksHistory == 0 {
		return out, false
	}
	q := s.asking()
	if q.AskHistory(l.Account, &s.Number) {
		out = append(out, q.HistoryOrder(s.Channel, s.Now, q.History, l.Account))
	}
	return out, true
}

// askHistoryToo asks another account for the same, since its copy of a line
// shows that it is here: what was said before, each has to see itself.
func (s *State) askHistoryToo(l *messages.Line, out []Effect) []Effect {
	q := s.Asking
	if !q.AsksToo(l.Account) || s.canAsk(l.Account)&asksHistory == 0 {
		return out
	}
	return append(out, q.HistoryOrder(s.Channel, s.Now, q.AskToo(l.Account, &s.Number), l.Account))
}

// askMembers asks who is here: when a line's decision hangs on it, and when
// somebody posts for the first time. It reports whether the line waits for it.
func (s *State) askMembers(l *messages.Line, out []Effect) (_ []Effect, waits bool) {
	if s.asks&asksMembers == 0 || l.DM || s.Roster.Fresh(s.Now) {
		return out, false
	}
	humans, known := s.Roster.With(l.Author)
	if humans > 2 || humans > 1 && known { // there is nothing to find out
		return out, false
	}
	hangs := humans <= 1 && s.hangsOnMembers(l)
	if known && !hangs || s.canAsk(l.Account)&asksMembers == 0 {
		return out, false
	}
	q := s.asking()
	if q.Members.N == 0 && (q.Asked == 0 || s.Now.Sub(q.Asked) >= roster.FreshFor) {
		q.AskMembers(l.Account, s.Now, &s.Number)
		out = append(out, q.MembersOrder(s.Channel))
	}
	return out, hangs && q.Members.N != 0 && s.Now.Sub(q.Asked) < inquiry.ColdWait
}

// hangsOnMembers reports whether some seat would do something else with the
// line if it knew how many people are here.
func (s *State) hangsOnMembers(l *messages.Line) bool {
	if l.Crowded || l.Notice {
		return false
	}
	l = s.inPersons(l)
	g := s.gist(l, l.Text, 0)
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

// asking gives it to be added to.
func (s *State) asking() *inquiry.Inquiry {
	if s.Asking == nil {
		s.Asking = &inquiry.Inquiry{}
	}
	return s.Asking
}
