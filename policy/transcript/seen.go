package transcript

import (
	"bytes"

	"familiar/internal/fnv"
	"familiar/messages"
)

// seenMax is how many line ids a channel remembers.
const seenMax = 512

// Seen is the memory of the newest 512 line ids, as hashes: a network that
// delivers a line twice is heard once. Two ids share a hash once in 2^64.
type Seen struct {
	hashes []uint64
	next   int // where the next goes, once full

	tags []byte // the low byte of each hash: looked through first, an eighth of the memory
}

// Has reports whether the id was heard. The empty id never was.
func (s *Seen) Has(id messages.LineID) bool { return id != "" && s.holds(fnv.Sum(id)) }

func (s *Seen) holds(h uint64) bool {
	s.tag()
	for at := 0; ; at++ {
		next := bytes.IndexByte(s.tags[at:], byte(h))
		if next < 0 {
			return false
		}
		if at += next; s.hashes[at] == h {
			return true
		}
	}
}

// tag makes the tags of hashes that were decoded.
func (s *Seen) tag() {
	if len(s.tags) == len(s.hashes) {
		return
	}
	s.tags = make([]byte, len(s.hashes), cap(s.hashes))
	for i, h := range s.hashes {
		s.tags[i] = byte(h)
	}
}

// Add remembers the id in place of the oldest, and reports whether it is new;
// the empty one always is.
func (s *Seen) Add(id messages.LineID) (fresh bool) {
	if id == "" {
		return true
	}
	h := fnv.Sum(id)
	switch {
	case s.holds(h):
		return false
	case len(s.hashes) < seenMax:
		s.hashes, s.tags = append(s.hashes, h), append(s.tags, byte(h))
	default:
		s.hashes[s.next], s.tags[s.next] = h, byte(h)
		s.next = (s.next + 1) % seenMax
	}
	return true
}
