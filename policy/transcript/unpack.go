package transcript

import (
	"encoding/binary"
	"math/bits"

	"familiar/internal/compact"
	"familiar/internal/fnv"
	"familiar/messages"
)

// Unpack reads what [Pack] appended, and returns what is behind it. It keeps nothing of
// the bytes.
func Unpack(b []byte, from messages.Instant, lines *Log, seen *Seen, people People) (rest []byte, err error) {
	return (&reader{b: b, from: from}).unpack(lines, seen, people)
}

// UnpackForm2 is [Unpack] for the second form, which nothing writes any more: all authors
// stand there, all hashes, and the first instant whole.
func UnpackForm2(b []byte, lines *Log, seen *Seen, people People) (rest []byte, err error) {
	return (&reader{b: b, form2: true}).unpack(lines, seen, people)
}

func (r *reader) unpack(lines *Log, seen *Seen, people People) (rest []byte, err error) {
	lines.unpack(r, people)
	if seen.unpack(r, lines); r.damaged {
		return nil, ErrPacked
	}
	return r.b[r.at:], nil
}

// unpack takes the lines from the front of r into a log that has none.
func (t *Log) unpack(r *reader, people People) {
	last, n := r.number(), r.number()
	if last > 1<<32-1 || n > Resident || n > last {
		r.fail()
		return
	}
	t.last = uint32(last)
	t.unpackAuthors(r, people)
	if n == 0 {
		return
	}
	t.rows = make([]Row, n)
	before := packing{at: r.from, bits: packedMarks}
	var said laying
	low := t.last - uint32(n)
	for k := range t.rows {
		row := &t.rows[k]
		bits := before.unpack(r, row, &said)
		if bits&packedDecided != 0 || (bits|before.bits)&packedMarks != 0 { // seldom
			s := before.unpackSeats(r, bits)
			before.seats = t.numberSeats(&s, before.seats)
		}
		low++
		row.low, row.seats = uint8(low), before.seats
	}
	if r.damaged {
		*t = Log{}
		return
	}
	if t.pages.full = said.take(r); r.damaged {
		*t = Log{}
	}
}

// unpackAuthors takes the authors.
func (t *Log) unpackAuthors(r *reader, people People) {
	n := r.number()
	if n > Resident {
		r.fail()
	}
	if r.authors = n; n == 0 || r.damaged {
		return
	}
	var ids, names [Resident]int
	var bots [Resident]bool
	words := 0
	t.people = make([]*messages.Author, n)
	for k := range t.people {
		first := r.number()
		if !r.form2 {
			if first&1 == 1 {
				if t.people[k] = people.AuthorAt(first >> 1); t.people[k] == nil {
					r.fail()
				}
				continue
			}
			first >>= 1
		}
		ids[k], names[k], bots[k] = r.length(first>>1), r.length(r.number()), first&1 == 1
		words += ids[k] + names[k]
	}
	said := r.take(words)
	if r.damaged {
		return
	}
	for k := range t.people {
		if t.people[k] != nil {
			continue
		}
		id, name := said[:ids[k]], said[ids[k]:][:names[k]]
		said = said[ids[k]+names[k]:]
		t.people[k] = people.AuthorOf(id, name, bots[k])
	}
}

// unpack takes the numbers of the next line but those of its seats, lays its words, and
// returns its bits.
func (before *packing) unpack(from *reader, r *Row, said *laying) uint64 {
	bits, at, author, id, text := from.line()
	if author >= from.authors || id > longestID || text > uint64(len(from.b)) {
		from.fail()
		return 0
	}
	before.at += messages.Instant(compact.Signed(at))
	lies := said.lay(int(id + text))
	*r = Row{author: uint8(author), page: lies.page, spot: spot(lies.from)<<traitBits | spot(bits/packedOld)&spot(allTraits)}
	r.date(before.at)
	r.measure(int(id), int(text))
	return bits
}

// unpackSeats takes what the seats have to do with the line that has these bits.
func (before *packing) unpackSeats(from *reader, bits uint64) (s seats) {
	before.bits = bits & packedMarks
	if bits&packedDecided != 0 {
		before.decided = uint32(from.number())
	}
	s[decided] = before.decided
	for k, bit := range packedSeats {
		if bits&bit != 0 {
			s[k] = uint32(from.number())
		}
	}
	return s
}

// gathered is how many bytes of words that are unpacked lie together and stay
// while one of their lines does.
const gathered = 1 << 11

// A laying divides the words of rows, which are still to be read, into pages.
type laying struct {
	words int           // of all rows so far
	begin int           // of the page that isn't full
	ends  [Resident]int // of those that are
	full  int           // how many that is
}

// lay returns where the words of the next row are to lie.
func (l *laying) lay(size int) place {
	if size == 0 {
		return place{}
	}
	if l.words > l.begin && l.words+size > l.begin+gathered {
		l.ends[l.full], l.begin = l.words, l.words
		l.full++
	}
	at := place{uint8(l.full), uint16(l.words - l.begin)}
	l.words += size
	return at
}

// take takes the words.
func (l *laying) take(r *reader) (pages []string) {
	words := r.take(l.words)
	if len(words) == 0 {
		return nil
	}
	pages = make([]string, 0, l.full+2) // with the one that is written next
	from := 0
	for _, end := range l.ends[:l.full] {
		pages, from = append(pages, string(words[from:end])), end
	}
	return append(pages, string(words[from:]))
}

// A reader reads what was packed; past the end it gives zeros and is damaged.
type reader struct {
	b       []byte
	at      int // where it has come to
	damaged bool
	form2   bool // see [UnpackForm2]
	from    messages.Instant
	authors uint64 // how many there are, once they are read
}

func (r *reader) fail() { r.at, r.damaged = len(r.b), true }

// number reads a number.
func (r *reader) number() uint64 {
	if r.at < len(r.b) {
		if n := r.b[r.at]; n < 0x80 { // usually
			r.at++
			return uint64(n)
		}
	}
	return r.large()
}

func (r *reader) large() uint64 {
	v, n := compact.Uvarint(r.b[r.at:])
	if n <= 0 {
		r.fail()
		return 0
	}
	r.at += n
	return v
}

// line reads the numbers that each line has. Usually they take seven bytes at most, three
// for the pause before it and one for each of the others.
func (r *reader) line() (marks, at, author, id, text uint64) {
	const more = 0x80 // of a byte: the number goes on in the next one
	if rest := r.b[r.at:]; len(rest) >= 8 {
		word := binary.LittleEndian.Uint64(rest)
		pause := word >> 8
		size := bits.TrailingZeros64(^pause&(more|more<<8|more<<16)) + 1 // bits, of the pause
		if others := pause >> size; size <= 24 && word&more == 0 && others&(more|more<<8|more<<16) == 0 {
			r.at += 1 + size/8 + 3
			pause &= 1<<size - 1
			at = pause&0x7f | pause>>1&(0x7f<<7) | pause>>2&(0x7f<<14)
			return word & 0xff, at, others & 0xff, others >> 8 & 0xff, others >> 16 & 0xff
		}
	}
	return r.number(), r.number(), r.number(), r.number(), r.number()
}

// length returns a length that was read, if what is left to read can have it.
func (r *reader) length(n uint64) int {
	if n > uint64(len(r.b)-r.at) {
		r.fail()
		return 0
	}
	return int(n)
}

// take reads so many bytes, where they lie.
func (r *reader) take(n int) []byte {
	if n > len(r.b)-r.at {
		r.fail()
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

// unpack takes the hashes from the front of r; the lines are those read before them.
func (s *Seen) unpack(r *reader, lines *Log) {
	n := r.number()
	if n == ofLines && !r.form2 {
		var hashes [hashSize * Resident]byte
		packed := hashes[:0]
		for row := range lines.Each() {
			packed = binary.LittleEndian.AppendUint64(packed, fnv.Sum(lines.ID(row)))
		}
		s.read(packed)
		return
	}
	if n > seenMax {
		r.fail()
		return
	}
	s.read(r.take(hashSize * int(n)))
	s.gone = n > 0 // nothing says so
}
