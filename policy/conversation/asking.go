package conversation

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/ladder"
	"familiar/policy/roster"
	"familiar/policy/transcript"
)

// What the network is asked about a channel, and how long it may take.
const (
	coldWait      = 1500 * time.Millisecond // a line waits so long for an answer
	membersWithin = 10 * time.Second        // then nobody waits for the members any more
	historyHead   = 3                       // lines of a thread's start
	historyTail   = 10                      // newest lines from before the first one heard
	heldMax       = 50                      // lines that wait; with one more they all go on
)

// An Asking is what the network was asked about the channel, and the lines
// that wait for an answer: nothing is known of them yet, and nothing that came
// after them overtakes them.
type Asking struct {
	Members deadline.Deadline `json:"members,omitzero"`  // N is the order's; 0: none is open
	Asked   messages.Instant  `json:"asked,omitempty"`   // when that was last ordered
	History uint64            `json:"history,omitempty"` // the order's number; 0: none is open
	Held    []Held            `json:"held,omitempty"`    // oldest first
	Until   deadline.Deadline `json:"until,omitzero"`    // they wait no longer

	MembersOf messages.AccountID `json:"members_of,omitempty"` // who is asked for the members: whoever heard the line they are asked for
	HistoryOf messages.AccountID `json:"history_of,omitempty"` // the same of History
	More      []Fetching         `json:"more,omitempty"`       // the history is asked of these, too, each for its own seats
}

// A Fetching is an account that is asked what was said before the first line.
type Fetching struct {
	N       uint64             `json:"n,omitempty"` // the order's; 0: answered
	Account messages.AccountID `json:"account"`
}

// A Held is a line that waits, as it was heard. It is encoded as the journal
// has it.
type Held struct{ *messages.Line }

// hold keeps a line. The network's time is no part of the state: At is when
// the line was journaled.
func (s *State) hold(l *messages.Line) Held {
	held := *l
	held.At = s.Now
	return Held{&held}
}

// MarshalJSON implements json.Marshaler.
func (h Held) MarshalJSON() ([]byte, error) {
	return messages.EncodeEvent(messages.Heard{Line: h.Line})
}

// UnmarshalJSON implements json.Unmarshaler.
func (h *Held) UnmarshalJSON(b []byte) error {
	e, err := messages.DecodeEvent(b)
	if err != nil {
		return err
	}
	heard, is := e.(messages.Heard)
	if !is || heard.Line == nil {
		return transcript.ErrPacked
	}
	h.Line = heard.Line
	return nil
}

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

// hear takes a line, unless it has to wait for what the network is asked.
func (s *State) hear(l *messages.Line, out []Effect) []Effect {
	l = s.asPeer(l)
	if s.asks == 0 && s.Asking == nil || s.Seen.Has(l.ID) { // a copy of one that waits no more
		return s.take(l, s.Now, out)
	}
	if a := s.Asking; a != nil && len(a.Held) > 0 {
		a.Held = append(a.Held, s.hold(l))
		if len(a.Held) > heldMax {
			return s.takeHeld(out)
		}
		return s.askHistoryToo(l, out)
	}
	own := s.speaker(l.Author.ID) >= 0
	if l.Backfilled || own && !s.thread || !own && (slices.Contains(s.config.Room.Ignore, l.Author.ID) || !s.admits(l)) {
		return s.take(l, s.Now, out)
	}
	out, waits := s.askHistory(l, out)
	if !own {
		var alone bool
		out, alone = s.askMembers(l, out)
		waits = waits || alone
	}
	if !waits {
		return s.take(l, s.Now, out)
	}
	out = s.tie(s.hangsOff(l, out))
	a := s.Asking
	a.Held = append(a.Held, s.hold(l))
	a.Until = s.Number.By(s.Now.Add(coldWait))
	return out
}

// askHistory asks for what was said before the first line, and reports whether
// that line waits for it. What was forgotten is not fetched again.
func (s *State) askHistory(l *messages.Line, out []Effect) (_ []Effect, waits bool) {
	if s.asks&asksHistory == 0 || s.Born != 0 || s.Forgot || s.canAsk(l.Account)&asksHistory == 0 {
		return out, false
	}
	a := s.asking()
	if a.History == 0 {
		a.History, a.HistoryOf = s.Number.Next(), l.Account
		out = append(out, s.historyOrder(a.History, a.HistoryOf))
	}
	return out, true
}

// askHistoryToo asks another account for the same, since its copy of a line
// shows that it is here: what was said before, each has to see itself.
func (s *State) askHistoryToo(l *messages.Line, out []Effect) []Effect {
	a := s.Asking
	if a == nil || a.HistoryOf == "" || l.Account == "" || l.Account == a.HistoryOf || s.canAsk(l.Account)&asksHistory == 0 ||
		slices.ContainsFunc(a.More, func(f Fetching) bool { return f.Account == l.Account }) {
		return out
	}
	a.More = append(a.More, Fetching{N: s.Number.Next(), Account: l.Account})
	return append(out, s.historyOrder(a.More[len(a.More)-1].N, l.Account))
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
	a := s.asking()
	if a.Members.N == 0 && (a.Asked == 0 || s.Now.Sub(a.Asked) >= roster.FreshFor) {
		a.Members, a.Asked, a.MembersOf = s.Number.By(s.Now.Add(membersWithin)), s.Now, l.Account
		out = append(out, s.membersOrder())
	}
	return out, hangs && a.Members.N != 0 && s.Now.Sub(a.Asked) < coldWait
}

// hangsOnMembers reports whether some seat would do something else with the
// line if it knew how many people are here.
func (s *State) hangsOnMembers(l *messages.Line) bool {
	if l.Crowded || l.Notice {
		return false
	}
	l = s.inPersons(l)
	g := s.gist(l, l.Text, 0)
	hear := s.hears(l.Account)
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
func (s *State) asking() *Asking {
	if s.Asking == nil {
		s.Asking = &Asking{}
	}
	return s.Asking
}
