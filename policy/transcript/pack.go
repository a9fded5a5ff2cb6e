package transcript

import (
	"encoding/binary"
	"errors"

	"familiar/internal/fnv"
	"familiar/messages"
)

// The lines and the ids are most of a snapshot. They are packed close to how
// they lie in memory: the authors once, who is among the people of the channel by the
// place there, then the numbers of each line, then all words in one piece, then the
// hashes of the ids, unless they are just those of the lines.

// People are those of a channel, who are kept beside its lines.
type People interface {
	// PlaceOf returns where an author is, just as he will be read; -1: nowhere.
	PlaceOf(a *messages.Author) int
	// AuthorAt returns who is at a place, as all lines are to hold it; nil: nobody is.
	AuthorAt(place uint64) *messages.Author
	// AuthorOf returns the author that lines are to hold of who was read, as somebody
	// else may hold the same. It keeps nothing of the bytes.
	AuthorOf(id, name []byte, bot bool) *messages.Author
}

// ErrPacked says that what was packed can't be unpacked.
var ErrPacked = errors.New("packed lines are cut or damaged")

// Bits of a line that is packed, the usual ones first. A number that has one is
// packed only if it isn't 0.
const (
	packedDecided = 1 << iota // it differs from the line before
	packedBy
	packedNamed
	packedFor
	packedWaits
	packedUnheard
	packedHidden
	packedOld // and the other traits, in their order
	packedAgain
	packedGone
	packedOpen

	packedMarks = packedFor | packedWaits | packedBy | packedUnheard | packedHidden | packedNamed
)

// packedSeats are the bits of what the seats have to do with a line, in that order.
var packedSeats = [decided]uint64{packedFor, packedWaits, packedBy, packedUnheard, packedHidden, packedNamed}

// Pack appends a channel's lines and the ids it has seen to b; what few lines
// have is among the [Log.Fields]. Instants count from one.
func Pack(b []byte, from messages.Instant, lines *Log, seen *Seen, people People) []byte {
	return seen.pack(lines.pack(b, from, people), lines)
}

// PackedSize returns about how many bytes [Pack] will append, and seldom too
// few.
func PackedSize(lines *Log, seen *Seen) int {
	const (
		numbers = 16  // of a line
		authors = 512 // of all lines
	)
	n := authors + hashSize*int(seen.n)
	for k := range lines.rows {
		n += numbers + lines.pages.size(&lines.rows[k])
	}
	return n
}

// pack appends the lines.
func (t *Log) pack(b []byte, from messages.Instant, people People) []byte {
	b = binary.AppendUvarint(b, uint64(t.last))
	b = binary.AppendUvarint(b, uint64(len(t.rows)))
	b, numbers := t.packAuthors(b, people)
	before := packing{at: from, seats: noSeats}
	for _, part := range t.parts() {
		for k := range part {
			r := &part[k]
			b = before.pack(b, r, t.of(r), numbers[r.author], t.pages.size(r))
		}
	}
	for _, part := range t.parts() {
		b = t.pages.pack(b, part)
	}
	return b
}

// pack appends the words of rows: at once what lies together, as most do that were heard
// after each other.
func (p *pages) pack(b []byte, rows []Row) []byte {
	page, from, end := uint8(0), 0, 0 // what is to be appended
	for k := range rows {
		r := &rows[k]
		size := p.size(r)
		if size == 0 {
			continue
		}
		if at := r.spot.from(); r.page != page || at != end {
			if end > from {
				b = append(b, p.full[page][from:end]...)
			}
			page, from, end = r.page, at, at
		}
		end += size
	}
	if end > from {
		b = append(b, p.full[page][from:end]...)
	}
	return b
}

// packAuthors appends the authors in the order of their oldest line, and gives
// the number of each by where it lies: of each its place among the people and a 1, or
// the lengths of its id, with whether it is a bot and a 0, and of its name.
func (t *Log) packAuthors(b []byte, people People) (_ []byte, numbers [Resident + 1]uint8) {
	var named [Resident]*messages.Author
	var known [Resident + 1]bool
	n, names, count := 0, 0, len(b)
	b = append(b, 0) // at most Resident
	for _, part := range t.parts() {
		for k := range part {
			at := part[k].author
			if known[at] {
				continue
			}
			known[at], numbers[at] = true, uint8(n)
			n++
			a := t.people[at]
			if place := people.PlaceOf(a); place >= 0 { // as mostly
				b = binary.AppendUvarint(b, uint64(place)<<1|1)
				continue
			}
			b = binary.AppendUvarint(b, uint64(len(a.ID))<<2|flagged(a.Bot, 2))
			b = binary.AppendUvarint(b, uint64(len(a.Name)))
			named[names] = a
			names++
		}
	}
	b[count] = byte(n)
	for _, a := range named[:names] {
		b = append(append(b, a.ID...), a.Name...)
	}
	return b, numbers
}

// A packing is what the line before had of what a line is packed or unpacked by.
type packing struct {
	at      messages.Instant
	decided uint32
	seats   uint8  // their number
	bits    uint64 // of those; when they are unpacked, without packedDecided
}

// noSeats is a number that none have.
const noSeats = 1<<8 - 1

// pack appends the numbers of the next line.
func (before *packing) pack(b []byte, r *Row, s *seats, author uint8, words int) []byte {
	if r.seats != before.seats {
		before.seats, before.bits = r.seats, s.bits()
	}
	bits := uint64(r.is())*packedOld | before.bits | flagged(s[decided] != before.decided, packedDecided)
	b = binary.AppendUvarint(b, bits)
	at := r.At()
	b = binary.AppendVarint(b, int64(at-before.at))
	b = binary.AppendUvarint(append(b, author), uint64(r.id))
	b = binary.AppendUvarint(b, uint64(words-int(r.id)))
	if bits&packedDecided != 0 {
		b = binary.AppendUvarint(b, uint64(s[decided]))
	}
	before.at, before.decided = at, s[decided]
	if bits&packedMarks == 0 {
		return b
	}
	for _, n := range s[:decided] {
		if n != 0 {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return b
}

// bits returns which of them are packed.
func (s *seats) bits() (bits uint64) {
	for k, bit := range packedSeats {
		bits |= flagged(s[k] != 0, bit)
	}
	return bits
}

func flagged(set bool, bit uint64) uint64 {
	if set {
		return bit
	}
	return 0
}

// ofLines stands in place of the number of hashes that are just those of the lines' ids.
const ofLines = seenMax + 1

// pack appends the ids' hashes, oldest first.
func (s *Seen) pack(b []byte, lines *Log) []byte {
	if s.areOf(lines) { // as of a channel that is young
		return binary.AppendUvarint(b, ofLines)
	}
	return s.appendTo(binary.AppendUvarint(b, uint64(s.n)))
}

// areOf reports whether the hashes are those of the resident lines' ids, in their order.
func (s *Seen) areOf(lines *Log) bool {
	if s.n == 0 || int(s.n) != len(lines.rows) || s.next > 0 {
		return false
	}
	s.splitUp()
	k := 0
	for r := range lines.Each() {
		id := lines.ID(r)
		if id == "" || s.hash(k) != fnv.Sum(id) {
			return false
		}
		k++
	}
	return true
}
