package roster

import (
	"bytes"
	"math"
	"math/bits"

	"familiar/messages"
)

// An index answers what every line asks without a look at everybody: each
// person lies in a cache line of its own, and the id in another. It is made of
// the people and not kept.
type index struct {
	of     uint8            // how many people it is of; not all of them: it is to be made again
	newest uint8            // the place where the author of the newest line was entered
	tags   [Most + 1]byte   // by place; one more than stay, until somebody has gone
	bots   uint64           // by place, a bit each
	least  messages.Instant // nobody's newest line is older; 0 while nobody has looked
}

// refreshIndex brings the index up to date with people who were decoded, or
// moved when others left.
func (s *State) refreshIndex() *index {
	x := &s.index
	if int(x.of) == len(s.People) {
		return x
	}
	s.People = s.People[:min(len(s.People), Most)] // no roster has written more
	*x = index{of: uint8(len(s.People)), least: math.MaxInt64}
	for i := range s.People {
		x.enter(i, &s.People[i])
		x.least = min(x.least, s.People[i].Last)
	}
	return x
}

// enter takes in the person at a place.
func (x *index) enter(at int, p *Person) {
	x.tags[at] = tag(p.ID)
	if p.Bot {
		x.bots |= 1 << at
	}
}

// find returns the place of somebody, or -1.
func (s *State) find(id messages.PersonID) int {
	x, want := s.refreshIndex(), tag(id)
	if at := int(x.newest); at < len(s.People) && x.tags[at] == want && s.People[at].ID == id { // usually
		return at
	}
	for at := 0; ; at++ {
		next := bytes.IndexByte(x.tags[at:len(s.People)], want)
		if next < 0 {
			return -1
		}
		if at += next; s.People[at].ID == id {
			return at
		}
	}
}

// tag is a part of an id that two people seldom share: of its end, where the
// ids of a network differ.
func tag(id messages.PersonID) byte {
	h := byte(len(id))
	for i := max(0, len(id)-4); i < len(id); i++ {
		h = h*31 + id[i]
	}
	return h
}

// nextBot takes the lowest place out of bots; with none left it is -1.
func nextBot(bots *uint64) int {
	if *bots == 0 {
		return -1
	}
	at := bits.TrailingZeros64(*bots)
	*bots &= *bots - 1
	return at
}
