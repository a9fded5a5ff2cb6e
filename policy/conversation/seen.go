package conversation

import (
	"bytes"

	"familiar/internal/fnv"
	"familiar/messages"
)

// seenMax is how many line ids a channel remembers.
const seenMax = 512

// Seen is the memory of the newest line ids, as hashes: a network that
// delivers a line twice is heard once. Two ids share a hash once in 2^64.
type Seen struct {
	Hashes []uint64
	Next   int // where the next goes, once full

	tags []byte // the low byte of each hash: looked through first, an eighth of the memory
}

// has reports whether the id was heard. The empty id never was.
func (s *Seen) has(id messages.LineID) bool { return id != "" && s.holds(fnv.Sum(id)) }

func (s *Seen) holds(h uint64) bool {
	s.tag()
	for at := 0; ; at++ {
		next := bytes.IndexByte(s.tags[at:], byte(h))
		if next < 0 {
			return false
		}
		if at += next; s.Hashes[at] == h {
			return true
		}
	}
}

// tag makes the tags of hashes that were decoded.
func (s *Seen) tag() {
	if len(s.tags) == len(s.Hashes) {
		return
	}
	s.tags = make([]byte, len(s.Hashes), cap(s.Hashes))
	for i, h := range s.Hashes {
		s.tags[i] = byte(h)
	}
}

// add remembers the id in place of the oldest, and reports whether it is new;
// the empty one always is.
func (s *Seen) add(id messages.LineID) (fresh bool) {
	if id == "" {
		return true
	}
	h := fnv.Sum(id)
	switch {
	case s.holds(h):
		return false
	case len(s.Hashes) < seenMax:
		s.Hashes, s.tags = append(s.Hashes, h), append(s.tags, byte(h))
	default:
		s.Hashes[s.Next], s.tags[s.Next] = h, byte(h)
		s.Next = (s.Next + 1) % seenMax
	}
	return true
}

// seed is the channel's own start of every draw: two channels don't think at
// the same line.
func seed(channel messages.ChannelID, familiar messages.FamiliarID) uint64 {
	return fnv.Add(fnv.Add(fnv.Sum(channel), "\x00"), familiar)
}
