package transcript

import (
	"encoding/binary"
	"errors"

	"familiar/internal/compact"
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

// gathered is how many bytes of words that are unpacked lie together and stay
// while one of their lines does.
const gathered = 1 << 11

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
	n := authors + len(seen.hashes)
	for k := range lines.rows {
		n += numbers + lines.pages.size(&lines.rows[k])
	}
	return n
}

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
func (before *packing) unpack(from *reader, r *Row, said *laying) (bits uint64) {
	var numbers [5]uint64
	from.numbers(numbers[:])
	bits, at, author, id, text := numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
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

// numbers reads as many as there is room for.
func (r *reader) numbers(into []uint64) {
	b, at := r.b, r.at
	for k := range into {
		if at < len(b) && b[at] < 0x80 { // usually
			into[k] = uint64(b[at])
			at++
			continue
		}
		v, n := compact.Uvarint(b[at:])
		if n <= 0 {
			r.fail()
			return
		}
		into[k] = v
		at += n
	}
	r.at = at
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

// ofLines stands in place of the number of hashes that are just those of the lines' ids.
const ofLines = seenMax + 1

// pack appends the ids' hashes, oldest first.
func (s *Seen) pack(b []byte, lines *Log) []byte {
	if s.areOf(lines) { // as of a channel that is young
		return binary.AppendUvarint(b, ofLines)
	}
	b = binary.AppendUvarint(b, uint64(s.count()))
	oldest := hashSize * int(s.next)
	return append(append(b, s.hashes[oldest:]...), s.hashes[:oldest]...)
}

// areOf reports whether the hashes are those of the resident lines' ids, in their order.
func (s *Seen) areOf(lines *Log) bool {
	if n := s.count(); n == 0 || n != len(lines.rows) || s.next > 0 {
		return false
	}
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

// unpack takes the hashes from the front of r; the lines are those read before them.
func (s *Seen) unpack(r *reader, lines *Log) {
	*s = Seen{}
	n := r.number()
	if n == ofLines && !r.form2 {
		s.hashes = make([]byte, 0, hashSize*len(lines.rows))
		for row := range lines.Each() {
			s.hashes = binary.LittleEndian.AppendUint64(s.hashes, fnv.Sum(lines.ID(row)))
		}
		return
	}
	if n > seenMax {
		r.fail()
		return
	}
	s.hashes = append(s.hashes, r.take(hashSize*int(n))...)
	s.gone = n > 0 // nothing says so
}
