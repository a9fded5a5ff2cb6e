package conversation

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/roster"
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
	Members Deadline         `json:"members,omitzero"`  // N is the order's; 0: none is open
	Asked   messages.Instant `json:"asked,omitempty"`   // when that was last ordered
	History uint64           `json:"history,omitempty"` // the order's number; 0: none is open
	Held    []Held           `json:"held,omitempty"`    // oldest first
	Until   Deadline         `json:"until,omitzero"`    // they wait no longer
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
		return errPacked
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
func (s *State) useAsking() {
	s.asks = 0
	for i := range s.config.Seats {
		if s.config.Seats[i].Members {
			s.asks |= asksMembers
		}
		if s.config.Seats[i].History {
			s.asks |= asksHistory
		}
	}
}

// hear takes a line, unless it has to wait for what the network is asked.
func (s *State) hear(l *messages.Line, out []Effect) []Effect {
	if s.asks == 0 && s.Asking == nil || s.Seen.has(l.ID) { // a copy of one that waits no more
		return s.take(l, s.Now, out)
	}
	if a := s.Asking; a != nil && len(a.Held) > 0 {
		a.Held = append(a.Held, s.hold(l))
		if len(a.Held) > heldMax {
			return s.takeHeld(out)
		}
		return out
	}
	if l.Backfilled || s.speaker(l.Author.ID) >= 0 || slices.Contains(s.config.Room.Ignore, l.Author.ID) || !s.admits(l) {
		return s.take(l, s.Now, out)
	}
	out, cold := s.askHistory(out)
	out, alone := s.askMembers(l, out)
	if !cold && !alone {
		return s.take(l, s.Now, out)
	}
	a := s.Asking
	a.Held = append(a.Held, s.hold(l))
	a.Until = s.deadline(s.Now.Add(coldWait))
	return out
}

// askHistory asks for what was said before the first line, and reports whether
// that line waits for it. What was forgotten is not fetched again.
func (s *State) askHistory(out []Effect) (_ []Effect, waits bool) {
	if s.asks&asksHistory == 0 || s.Born != 0 || s.Forgot {
		return out, false
	}
	a := s.asking()
	if a.History == 0 {
		a.History = s.number()
		out = append(out, s.historyOrder())
	}
	return out, true
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
	if known && !hangs {
		return out, false
	}
	a := s.asking()
	if a.Members.N == 0 && (a.Asked == 0 || s.Now.Sub(a.Asked) >= roster.FreshFor) {
		a.Members, a.Asked = s.deadline(s.Now.Add(membersWithin)), s.Now
		out = append(out, s.membersOrder())
	}
	return out, hangs && a.Members.N != 0 && s.Now.Sub(a.Asked) < coldWait
}

// hangsOnMembers reports whether some seat would do something else with the
// line if it knew how many people are here.
func (s *State) hangsOnMembers(l *messages.Line) bool {
	if l.Crowded {
		return false
	}
	l = s.inPersons(l)
	g := s.gist(l, l.Text, 0)
	for i := range s.Seats {
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
