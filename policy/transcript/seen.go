package transcript

import (
	"bytes"
	"math/bits"

	"familiar/internal/fnv"
	"familiar/messages"
)

const (
	seenMax = 512 // line ids that a channel remembers
	few     = 64  // of which the tags are in one cache line
)

// Seen is the memory of the newest 512 line ids, as hashes: a network that
// delivers a line twice is heard once. Two ids share a hash once in 2^64.
type Seen struct {
	hashes []uint64
	next   int // where the next goes, once full

	tags []byte // the low byte of each hash: looked through first, an eighth of the memory
	sieve
}

// Has reports whether the id was heard. The empty id never was.
func (s *Seen) Has(id messages.LineID) bool { return id != "" && s.holds(fnv.Sum(id)) }

func (s *Seen) holds(h uint64) bool {
	if s.tag(); !s.lets(h) {
		return false
	}
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
	s.sieve = sieveOf(s.hashes)
}

// Add remembers the id in place of the oldest, and reports whether it is new;
// the empty one always is.
func (s *Seen) Add(id messages.LineID) (fresh bool) {
	if id == "" {
		return true
	}
	h := fnv.Sum(id)
	if s.holds(h) {
		return false
	}
	full := len(s.hashes) == cap(s.hashes)
	if len(s.hashes) < seenMax {
		if n := len(s.hashes); full { // by a quarter: doubling wastes half
			s.hashes = append(make([]uint64, 0, min(n+max(n, few)/4, seenMax)), s.hashes...)
			s.tags = append(make([]byte, 0, cap(s.hashes)), s.tags...)
		}
		s.hashes, s.tags = append(s.hashes, h), append(s.tags, byte(h))
	} else {
		s.hashes[s.next], s.tags[s.next] = h, byte(h)
		s.next = (s.next + 1) % seenMax
		full = s.next == 0
	}
	if full { // a larger one, or one without those that have gone
		s.sieve = sieveOf(s.hashes)
	}
	s.sieve.add(h)
	return true
}

// A sieve has a bit for each of some hashes, and may have others: most ids that
// are new are told by a look at it. nil lets everything through.
type sieve []uint64

// sieveOf returns the sieve of hashes, with eight bits for each that there is
// room for; nil of few.
func sieveOf(hashes []uint64) sieve {
	if len(hashes) <= few {
		return nil
	}
	v := make(sieve, 1<<bits.Len(uint(cap(hashes)-1)/8))
	for _, h := range hashes {
		v.add(h)
	}
	return v
}

// place returns where the bit of a hash is. The ids of a channel are much alike,
// and so are the same bits of their hashes.
func (v sieve) place(h uint64) (word int, bit uint64) {
	h *= 0x9e3779b97f4a7c15
	return int(h >> 40 & uint64(len(v)-1)), 1 << (h >> 58)
}

func (v sieve) add(h uint64) {
	if len(v) > 0 {
		word, bit := v.place(h)
		v[word] |= bit
	}
}

// lets reports whether a hash may be among them.
func (v sieve) lets(h uint64) bool {
	if len(v) == 0 {
		return true
	}
	word, bit := v.place(h)
	return v[word]&bit != 0
}
