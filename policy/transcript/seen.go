package transcript

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"familiar/internal/fnv"
	"familiar/messages"
)

const (
	seenMax = 512 // line ids that a channel remembers
	few     = 64  // of which the tags are in one cache line

	hashSize = 8 // bytes
)

// Seen is the memory of the newest 512 line ids, as hashes: a network that
// delivers a line twice is heard once. Two ids share a hash once in 2^64.
type Seen struct {
	hashes []byte // as they are packed: eight bytes each, the lowest first
	next   int32  // where the next goes, once full
	gone   bool   // there may be some of lines that were deleted before they came

	tags []byte // the low byte of each hash: looked through first, an eighth of the memory
	sieve
}

// count returns how many ids are remembered.
func (s *Seen) count() int { return len(s.hashes) / hashSize }

// hash returns that of an id, by its place.
func (s *Seen) hash(at int) uint64 { return binary.LittleEndian.Uint64(s.hashes[hashSize*at:]) }

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
		if at += next; s.hash(at) == h {
			return true
		}
	}
}

// tag makes the tags of hashes that were decoded. A sieve is made once there is one of
// them to be made anew: few channels that wake hear so many lines that it is worth it.
func (s *Seen) tag() {
	n := s.count()
	if len(s.tags) == n {
		return
	}
	tags, hashes := make([]byte, n, cap(s.hashes)/hashSize), s.hashes
	for k := range tags {
		tags[k] = hashes[hashSize*k]
	}
	s.tags = tags
}

// mark is behind the ids of lines that were deleted before they came; no id has it, as it
// is no UTF-8.
const mark = "\xff"

// AddGone remembers that a line was deleted before it came: a network that delivers again
// what was not taken may bring it still.
func (s *Seen) AddGone(id messages.LineID) {
	if id == "" {
		return
	}
	s.gone = true
	s.add(fnv.Add(fnv.Sum(id), mark))
}

// IsGone reports whether a line was deleted before it came, as far as that is remembered.
func (s *Seen) IsGone(id messages.LineID) bool {
	return s.gone && id != "" && s.holds(fnv.Add(fnv.Sum(id), mark))
}

// Add remembers the id in place of the oldest, and reports whether it is new;
// the empty one always is.
func (s *Seen) Add(id messages.LineID) (fresh bool) {
	if id == "" {
		return true
	}
	return s.add(fnv.Sum(id))
}

func (s *Seen) add(h uint64) (fresh bool) {
	if s.holds(h) {
		return false
	}
	if s.count() < seenMax {
		s.append(h)
	} else {
		s.replace(h)
	}
	s.sieve.add(h)
	return true
}

// append remembers a hash besides the others.
func (s *Seen) append(h uint64) {
	if n := s.count(); cap(s.hashes)-len(s.hashes) < hashSize { // by a quarter: doubling wastes half
		room := min(n+max(n, few)/4, seenMax)
		s.hashes = append(make([]byte, 0, hashSize*room), s.hashes...)
		s.tags = append(make([]byte, 0, room), s.tags...)
		s.sift()
	}
	s.hashes, s.tags = binary.LittleEndian.AppendUint64(s.hashes, h), append(s.tags, byte(h))
}

// replace remembers a hash in place of the oldest.
func (s *Seen) replace(h uint64) {
	binary.LittleEndian.PutUint64(s.hashes[hashSize*int(s.next):], h)
	s.tags[s.next] = byte(h)
	if s.next = (s.next + 1) % seenMax; s.next == 0 || s.sieve == nil && s.next == few {
		s.sift()
	}
}

// A sieve has a bit for each of some hashes, and may have others: most ids that
// are new are told by a look at it. nil lets everything through.
type sieve []uint64

// sift makes the sieve, without the ids that have gone, and with eight bits for each
// that there is room for; none of few.
func (s *Seen) sift() {
	s.sieve = nil
	n := s.count()
	if n <= few {
		return
	}
	s.sieve = make(sieve, 1<<bits.Len(uint(cap(s.hashes)/hashSize-1)/8))
	for at := range n {
		s.sieve.add(s.hash(at))
	}
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
