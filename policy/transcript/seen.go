package transcript

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"

	"familiar/internal/fnv"
	"familiar/messages"
)

const (
	seenMax  = 512 // line ids that a channel remembers
	moreSeen = 8   // for how many more there is room at least, when there is to be more
	few      = 64  // of which the tags are in one cache line
)

// Seen is the memory of the newest 512 line ids, as hashes: a network that
// delivers a line twice is heard once. Two ids share a hash once in 2^64.
type Seen struct {
	ids   []byte // the hashes: split, the higher bytes of each and behind the room for them all tags; else as they are packed
	n     uint16 // how many there are
	next  uint16 // where the next goes, once full
	split bool
	gone  bool // there may be some of lines that were deleted before they came

	sieve
}

const (
	hashSize = 8 // bytes
	restSize = hashSize - 1
)

// room returns how many ids there is room for.
func (s *Seen) room() int { return len(s.ids) / hashSize }

// tags returns the lowest byte of each hash, which is looked through first: an eighth of
// the memory.
func (s *Seen) tags() []byte { return s.ids[restSize*s.room():][:s.n] }

// hash returns that of an id, by its place. Behind its higher bytes there is always another.
func (s *Seen) hash(at int) uint64 {
	return joined(s.ids[restSize*at:], s.tags()[at])
}

// joined returns a hash of its higher bytes, and one behind them, and its tag.
func joined(rest []byte, tag byte) uint64 { return binary.LittleEndian.Uint64(rest)<<8 | uint64(tag) }

// put puts a hash at a place.
func (s *Seen) put(at int, h uint64) {
	rest := s.ids[restSize*at:][:restSize] // in two parts that share a byte
	binary.LittleEndian.PutUint32(rest, uint32(h>>8))
	binary.LittleEndian.PutUint32(rest[3:], uint32(h>>32))
	s.tags()[at] = byte(h)
}

// Has reports whether the id was heard. The empty id never was.
func (s *Seen) Has(id messages.LineID) bool { return id != "" && s.holds(fnv.Sum(id)) }

func (s *Seen) holds(h uint64) bool {
	if s.splitUp(); !s.lets(h) {
		return false
	}
	tags := s.tags()
	for at := 0; ; at++ {
		next := bytes.IndexByte(tags[at:], byte(h))
		if next < 0 {
			return false
		}
		if at += next; s.hash(at) == h {
			return true
		}
	}
}

// read takes the hashes that were packed, in place of those there are. It leaves them so:
// a channel that wakes may hear nothing. A sieve is made once there is one of them to be
// made anew: few channels that wake hear so many lines that it is worth it.
func (s *Seen) read(packed []byte) {
	n := len(packed) / hashSize
	*s = Seen{ids: make([]byte, hashSize*min(n+min(n, moreSeen), seenMax)), n: uint16(n)}
	copy(s.ids, packed)
}

// splitUp splits hashes that were read.
func (s *Seen) splitUp() {
	if s.split {
		return
	}
	s.split = true
	var tags [seenMax]byte // they go where the last hashes still are
	ids := s.ids
	for at := range tags[:s.n] {
		h := binary.LittleEndian.Uint64(ids[hashSize*at : hashSize*at+hashSize])
		tags[at] = byte(h)
		binary.LittleEndian.PutUint64(ids[restSize*at:restSize*at+hashSize], h>>8) // and a byte of what has been read
	}
	copy(s.tags(), tags[:])
}

// appendTo appends the hashes, oldest first.
func (s *Seen) appendTo(b []byte) []byte {
	if !s.split {
		return append(b, s.ids[:hashSize*int(s.n)]...)
	}
	return s.appendFrom(s.appendFrom(b, int(s.next), int(s.n)), 0, int(s.next))
}

// appendFrom appends those from one place up to another.
func (s *Seen) appendFrom(b []byte, from, to int) []byte {
	size := hashSize * (to - from)
	b = slices.Grow(b, size)
	packed, rests := b[len(b):][:size], s.ids[restSize*from:]
	for _, tag := range s.tags()[from:to] {
		binary.LittleEndian.PutUint64(packed, joined(rests, tag))
		packed, rests = packed[hashSize:], rests[restSize:]
	}
	return b[:len(b)+size]
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
	if s.n < seenMax {
		s.append(h)
	} else {
		s.replace(h)
	}
	s.sieve.add(h)
	return true
}

// append remembers a hash besides the others.
func (s *Seen) append(h uint64) {
	if int(s.n) == s.room() {
		s.grow()
	}
	s.n++
	s.put(int(s.n)-1, h)
}

// grow makes room, mostly for a quarter more: doubling wastes half.
func (s *Seen) grow() {
	n := int(s.n)
	room := min(n+max(n/4, moreSeen), seenMax)
	ids := make([]byte, hashSize*room)
	copy(ids, s.ids[:restSize*n])
	copy(ids[restSize*room:], s.tags())
	s.ids = ids
	s.sift()
}

// replace remembers a hash in place of the oldest.
func (s *Seen) replace(h uint64) {
	s.put(int(s.next), h)
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
	if s.n <= few {
		return
	}
	s.sieve = make(sieve, 1<<bits.Len(uint(s.room()-1)/8))
	rests := s.ids
	for _, tag := range s.tags() {
		s.sieve.add(joined(rests, tag))
		rests = rests[restSize:]
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
