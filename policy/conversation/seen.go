package conversation

import (
	"hash/fnv"
	"io"
	"slices"

	"familiar/messages"
)

// seenMax is how many line ids a channel remembers.
const seenMax = 512

// Seen is the memory of the newest line ids, as hashes: a network that
// delivers a line twice is heard once. Two ids share a hash once in 2^64.
type Seen struct {
	Hashes []uint64
	Next   int // where the next goes, once full
}

func hashID(id messages.LineID) uint64 {
	h := uint64(14695981039346656037) // FNV-1a, as hash/fnv, without its allocation
	for i := range len(id) {
		h = (h ^ uint64(id[i])) * 1099511628211
	}
	return h
}

// has reports whether the id was heard. The empty id never was.
func (s *Seen) has(id messages.LineID) bool {
	if id == "" {
		return false
	}
	h := hashID(id)
	rest := s.Hashes
	for len(rest) >= 8 { // every line asks; eight at a time cost two fifths
		r := rest[:8:8]
		if r[0] == h || r[1] == h || r[2] == h || r[3] == h || r[4] == h || r[5] == h || r[6] == h || r[7] == h {
			return true
		}
		rest = rest[8:]
	}
	return slices.Contains(rest, h)
}

// add remembers the id in place of the oldest.
func (s *Seen) add(id messages.LineID) {
	if id == "" {
		return
	}
	if len(s.Hashes) < seenMax {
		s.Hashes = append(s.Hashes, hashID(id))
		return
	}
	s.Hashes[s.Next] = hashID(id)
	s.Next = (s.Next + 1) % seenMax
}

// seed is the channel's own start of every draw: two channels don't think at
// the same line.
func seed(channel messages.ChannelID, familiar messages.FamiliarID) uint64 {
	h := fnv.New64a()
	io.WriteString(h, string(channel))
	io.WriteString(h, "\x00")
	io.WriteString(h, string(familiar))
	return h.Sum64()
}
