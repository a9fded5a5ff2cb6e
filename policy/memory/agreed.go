package memory

import (
	"slices"

	"familiar/messages"
)

// mostAgreements is how many people of a channel are known to agree at a time: more have
// no resident line. Of more the one that began longest ago is forgotten.
const mostAgreements = 64

// A Sharing is what a channel knows of those who agreed, as they spoke in it, to have what
// is learned from them recalled wherever they are answered. The zero Sharing is of nobody.
type Sharing struct {
	Offer      Offer       // what the directory of all agreements was told
	Agreements []Agreement // in the order in which they began
}

// An Agreement is that each line of somebody's has been said by it since one.
type Agreement struct {
	Account uint32 // token of whose it is
	Number  uint32 // as of policy/persons; never 0
	Since   uint32 // number of the first line
}

// IsZero reports whether nobody ever agreed.
func (s *Sharing) IsZero() bool { return s == nil || s.Offer.IsZero() && len(s.Agreements) == 0 }

// hear takes by which agreement somebody said a line; 0: by none.
func (s *Sharing) hear(account messages.PersonID, number, line uint32) {
	k := s.of(account)
	if k >= 0 && s.Agreements[k].Number == number {
		return
	}
	if k >= 0 {
		s.drop(k)
	}
	if number == 0 {
		return
	}
	if s.Agreements = append(s.Agreements, Agreement{token(account), number, line}); len(s.Agreements) > mostAgreements {
		s.drop(0)
	}
}

// Interrupt takes that a line which was told of before is of another agreement by now, or
// somebody else's: what was said before the next line is by none.
func (s *Sharing) Interrupt(account messages.PersonID, number, next uint32) {
	if k := s.of(account); k >= 0 && s.Agreements[k].Number != number {
		s.Agreements[k].Since = next
	}
}

// By returns the agreement by which somebody said a line; 0: by none.
func (s *Sharing) By(account messages.PersonID, line uint32) uint32 {
	if k := s.of(account); k >= 0 && line >= s.Agreements[k].Since {
		return s.Agreements[k].Number
	}
	return 0
}

// Has reports whether somebody is known to have agreed.
func (s *Sharing) Has(account messages.PersonID) bool { return s.of(account) >= 0 }

// Forget forgets that somebody agreed.
func (s *Sharing) Forget(account messages.PersonID) {
	if k := s.of(account); k >= 0 {
		s.drop(k)
	}
}

// of returns where somebody's agreement is; -1: they have none.
func (s *Sharing) of(account messages.PersonID) int {
	if s == nil {
		return -1
	}
	return slices.IndexFunc(s.Agreements, func(a Agreement) bool { return a.Account == token(account) })
}

func (s *Sharing) drop(k int) {
	if s.Agreements = slices.Delete(s.Agreements, k, k+1); len(s.Agreements) == 0 {
		s.Agreements = nil // as it is read
	}
}

// LendAgreed returns what may be told wherever somebody is answered who has these
// agreements, what was learned last first: memories that are about them, of windows in which
// they said every line by one of these. Where they aren't alone, only what everybody in the
// workspace could read as it was said. Whether they may still be told is for [GatherAgreed].
func (s *Store) LendAgreed(agreements []uint32, alone bool) []messages.Memory {
	return s.newest(messages.ForAgreed, func(m *Memory) bool {
		w := s.windowOf(m)
		return w != nil && w.Agreed != 0 && slices.Contains(agreements, w.Agreed) && (alone || w.Open)
	})
}

// GatherAgreed returns what a turn in a channel is shown of what others lend of whom it
// answers, by their agreements: where they are alone with the familiar anything, where
// others read only what everybody can still look up where it was said.
func GatherAgreed(to messages.ChannelID, alone bool, lent []Lent) []messages.Memory {
	return gather(lent, func(from Place) bool {
		return from.Channel != to && (alone || from.Audience == messages.AudienceAll)
	})
}

// Together returns what a turn is shown of what is lent in its workspace and of what is
// lent by agreement, at most [MaxLent], each once.
func Together(workspace, agreed []messages.Memory) []messages.Memory {
	all := slices.Clone(workspace)
	for _, m := range agreed {
		if len(all) < MaxLent && !Still([]messages.Memory{m}, all) {
			all = append(all, m)
		}
	}
	return all
}

// Veiled returns memories as whoever is shown them may note them: of what somebody agreed to
// only the network is named. An id of a channel can be that of their account there, which
// nothing else says is theirs.
func Veiled(all []messages.Memory) []messages.Memory {
	veiled := slices.Clone(all)
	for k := range veiled {
		if veiled[k].Why == messages.ForAgreed {
			veiled[k].From = messages.ChannelID(veiled[k].From.Network())
		}
	}
	return veiled
}
