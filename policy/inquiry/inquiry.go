// Package inquiry is what a network was asked about a channel, and the lines
// that wait for an answer: nothing is known of them yet, and nothing that came
// after them overtakes them.
//
// It knows what is asked and who waits. Whether a line needs an answer, and what
// becomes of it, policy/conversation decides.
package inquiry

import (
	"errors"
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
)

const (
	// ColdWait is how long a line waits for an answer.
	ColdWait = 1500 * time.Millisecond
	// HeldMost is how many lines wait; with one more they all go on.
	HeldMost = 50

	membersWithin = 10 * time.Second // then nobody waits for the members any more
	historyHead   = 3                // lines of a thread's start
	historyTail   = 10               // newest lines from before the first one heard
)

// An Inquiry is a channel's. Its methods that change nothing take nil for a
// channel of which nobody was ever asked anything.
type Inquiry struct {
	Members deadline.Deadline `json:"members,omitzero"`  // N is the order's; 0: none is open
	Asked   messages.Instant  `json:"asked,omitempty"`   // when that was last ordered
	History uint64            `json:"history,omitempty"` // the order's number; 0: none is open
	Held    []Held            `json:"held,omitempty"`    // oldest first
	Until   deadline.Deadline `json:"until,omitzero"`    // they wait no longer

	MembersOf messages.AccountID `json:"members_of,omitempty"` // the account asked for the members: one that heard the line
	HistoryOf messages.AccountID `json:"history_of,omitempty"` // the same of History
	More      []Fetching         `json:"more,omitempty"`       // the history is asked of these, too, each for its own seats
}

// A Fetching is an account that is asked what was said before the first line.
type Fetching struct {
	N       uint64             `json:"n,omitempty"` // the order's; 0: answered
	Account messages.AccountID `json:"account"`
}

// A Held is a line that waits, as it was heard; At is when it was journaled. It
// is encoded as the journal has it.
type Held struct{ *messages.Line }

// MarshalJSON implements json.Marshaler.
func (h Held) MarshalJSON() ([]byte, error) {
	return messages.EncodeEvent(messages.Heard{Line: h.Line})
}

var errHeld = errors.New("a line that waits is none")

// UnmarshalJSON implements json.Unmarshaler.
func (h *Held) UnmarshalJSON(b []byte) error {
	e, err := messages.DecodeEvent(b)
	if err != nil {
		return err
	}
	heard, is := e.(messages.Heard)
	if !is || heard.Line == nil {
		return errHeld
	}
	h.Line = heard.Line
	return nil
}

// Waiting reports whether any line waits.
func (q *Inquiry) Waiting() bool { return q != nil && len(q.Held) > 0 }

// Holds reports whether that line waits.
func (q *Inquiry) Holds(id messages.LineID) bool {
	return q != nil && slices.ContainsFunc(q.Held, func(h Held) bool { return h.ID == id })
}

// Hold has a line wait that was journaled at that moment. It reports whether
// more do now than can.
func (q *Inquiry) Hold(l *messages.Line, at messages.Instant) (full bool) {
	held := *l
	held.At = at
	q.Held = append(q.Held, Held{&held})
	return len(q.Held) > HeldMost
}

// Release ends the wait and returns the lines that waited, in their order. What
// the network still says of the past comes too late then.
func (q *Inquiry) Release() []Held {
	held := q.Held
	q.Held, q.Until, q.History = nil, deadline.Deadline{}, 0
	return held
}

// Edit returns a line that waits its new text. It does so only while no account
// but the one that reports the edit has heard the line; other says that one has.
func (q *Inquiry) Edit(l *messages.Line) (waits, other bool) {
	if q == nil {
		return false, false
	}
	if l.Account != "" && slices.ContainsFunc(q.Held, func(h Held) bool { return h.ID == l.ID && h.Account != l.Account }) {
		return false, true
	}
	for k, h := range q.Held {
		if h.ID != l.ID {
			continue
		}
		edited := *h.Line
		edited.Text, edited.Attachments, edited.Mentions, edited.Everyone, edited.Roles = l.Text, l.Attachments, l.Mentions, l.Everyone, l.Roles
		q.Held[k], waits = Held{&edited}, true
	}
	return waits, false
}

// Drop drops lines that wait, with their copies, and returns those of which none
// waits any more.
func (q *Inquiry) Drop(goes func(*messages.Line) bool) (gone []Held) {
	if q == nil {
		return nil
	}
	was := slices.Clone(q.Held)
	q.Held = slices.DeleteFunc(q.Held, func(h Held) bool {
		first := slices.IndexFunc(was, func(f Held) bool { return f.ID == h.ID })
		return goes(h.Line) || goes(was[first].Line)
	})
	return slices.DeleteFunc(was, func(h Held) bool { return q.Holds(h.ID) })
}

// Before returns the fetched lines that stand before the first one that waits.
// Those behind it are still to be heard: remembered now, they would be taken
// for duplicates then and never be answered. A list without the first one
// begins behind it, for it goes up to now.
func (q *Inquiry) Before(fetched []*messages.Line) []*messages.Line {
	if len(q.Held) == 0 {
		return nil
	}
	first := slices.IndexFunc(fetched, func(l *messages.Line) bool { return l.ID == q.Held[0].ID })
	return fetched[:max(0, first)]
}
