// Package roster knows who is in a channel: the people who have posted here,
// which of them are bots and what those are called, and what the network said
// about its members.
//
// It belongs to the channel, so it knows no familiar and no seat.
// policy/conversation enters the author of every line and asks it for the
// facts the ladder looks at.
package roster

import (
	"math"
	"math/bits"
	"strings"
	"time"

	"familiar/messages"
)

// FreshFor is how long a member list is the truth. At that age it is already
// only a hint. The limit of the system the preset ladder follows.
const FreshFor = time.Minute

// State is the roster of one channel. The zero State has seen nobody. It is
// made to be kept as JSON.
type State struct {
	People  []Person   `json:"p,omitempty"` // in no particular order; change it by the methods only
	Members Membership `json:"m,omitzero"`

	index index // of People
}

// A Membership is what the network said about who is here, the silent ones
// included. The zero Membership says nothing.
type Membership struct {
	FetchedAt messages.Instant `json:"t"`
	Humans    int32            `json:"h,omitempty"`
	Bots      int32            `json:"b,omitempty"`

	// Spoke is how many humans have posted since, those of the list among them
	// who did so less than [FreshFor] before it. They are here, also whoever came
	// after it was made.
	Spoke int32 `json:"s,omitempty"`

	// Trusted: the list is the truth while it is fresh, whoever speaks.
	Trusted bool `json:"l,omitempty"`

	// Truncated: the list was cut and only says that there are at least so
	// many.
	Truncated bool `json:"x,omitempty"`
}

// counted returns a network's count, which nothing bounds, as one that is kept.
func counted(n int) int32 { return int32(max(math.MinInt32, min(n, math.MaxInt32))) }

func (m Membership) known() bool { return m.FetchedAt != 0 }

// exact reports whether the list says exactly who is here.
func (m Membership) exact(now messages.Instant) bool {
	return m.known() && !m.Truncated && now.Sub(m.FetchedAt) < FreshFor
}

// SetMembers takes what the network answered. An answer that was never
// fetched is no answer and changes nothing.
func (s *State) SetMembers(m messages.MembersKnown) {
	if m.FetchedAt == 0 {
		return
	}
	s.Members = Membership{Humans: counted(m.Humans), Bots: counted(m.Bots), FetchedAt: m.FetchedAt, Truncated: m.Truncated}
	for i := range s.People {
		if p := &s.People[i]; !p.Bot && s.Members.counts(p.Last) && s.Members.Spoke < s.Members.Humans {
			s.Members.Spoke++
		}
	}
}

// Trust does what [State.SetMembers] does and has the list be the truth for as
// long as it is fresh, though more people may speak than it has.
func (s *State) Trust(m messages.MembersKnown) {
	if s.SetMembers(m); m.FetchedAt != 0 {
		s.Members.Trusted = true
	}
}

// counts reports whether somebody who posted last at that moment is counted
// among those who spoke.
func (m Membership) counts(last messages.Instant) bool { return last.Add(FreshFor) > m.FetchedAt }

// Fresh reports whether the network said who is here less than [FreshFor] ago,
// completely or not.
func (s *State) Fresh(now messages.Instant) bool {
	return s.Members.known() && now.Sub(s.Members.FetchedAt) < FreshFor
}

// With returns how many humans have posted once somebody has, and whether they
// had before.
func (s *State) With(author messages.Author) (humans int, known bool) {
	known = s.find(author.ID) >= 0
	if humans = s.Humans(); !known && !author.Bot {
		humans++
	}
	return humans, known
}

// Effective returns how many humans take part: by a complete member list
// younger than [FreshFor], or those who have posted since if they are more;
// without any list those who have posted; else the larger of both, so that
// nobody who is active goes uncounted.
func (s *State) Effective(now messages.Instant) int { return s.effective(s.Humans(), now) }

// effective does so when that many humans have posted.
func (s *State) effective(posted int, now messages.Instant) int {
	switch {
	case s.Members.exact(now) && s.Members.Trusted:
		return int(s.Members.Humans)
	case s.Members.exact(now):
		return int(max(s.Members.Humans, s.Members.Spoke))
	case s.Members.known():
		return max(posted, int(s.Members.Humans))
	}
	return posted
}

// KnownAlone reports whether a fresh and complete member list has at most one
// human, and no more have posted since. That only one has posted is no proof.
func (s *State) KnownAlone(now messages.Instant) bool {
	return s.Members.exact(now) && s.Effective(now) <= 1
}

// Facts returns what the roster knows of a folded line: NamesPeer, Crowd and
// KnownAlone; and what [State.Effective] gives, since every line asks for both.
// A bot's name counts anywhere, even inside a word and even if that bot wrote
// the line; a bot without a name is in no line.
func (s *State) Facts(folded string, now messages.Instant) (f messages.Facts, humans int) {
	bots := s.refreshIndex().bots
	humans = s.effective(len(s.People)-bits.OnesCount64(bots), now)
	for at := nextBot(&bots); at >= 0 && f == 0; at = nextBot(&bots) {
		if name := s.People[at].Folded; name != nil && strings.Contains(folded, *name) {
			f = messages.NamesPeer
		}
	}
	if humans > 1 {
		f |= messages.Crowd
	}
	if s.Members.exact(now) && humans <= 1 { // as KnownAlone
		f |= messages.KnownAlone
	}
	return f, humans
}
