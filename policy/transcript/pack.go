package transcript

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"familiar/messages"
)

// The transcript and the ids are most of a snapshot, and as JSON they cost
// most of its time. They are packed: numbers as varints, strings with their
// length before them, each author once.

// ErrPacked says that what was packed can't be unpacked.
var ErrPacked = errors.New("packed lines are cut or damaged")

// Pack appends a channel's lines and the ids it has seen to b.
func Pack(b []byte, lines *Log, seen *Seen) ([]byte, error) {
	b, err := lines.pack(b)
	if err != nil {
		return nil, err
	}
	return seen.pack(b), nil
}

// PackedSize returns about how many bytes [Pack] will append, and seldom too
// few.
func PackedSize(lines *Log, seen *Seen) int { return lines.room() + 8*len(seen.hashes) + 16 }

// Unpack reads what [Pack] appended, which is all of b.
func Unpack(b []byte, lines *Log, seen *Seen) error {
	r := unpacker{b: b}
	if err := lines.unpack(&r); err != nil {
		return err
	}
	if seen.unpack(&r); r.damaged || len(r.b) > 0 {
		return ErrPacked
	}
	return nil
}

// Bits of an entry's flags.
const (
	flagOld = 1 << iota
	flagAgain
	flagGone
	flagFiles
	flagUnheard
	flagHidden
	flagNamed
	flagTraced
)

// room is about how many bytes pack will append.
func (t *Log) room() int {
	const (
		numbers = 24  // of a line, with the lengths of its strings
		trace   = 40  // where it was received
		authors = 512 // of all lines
	)
	n := authors
	for k := range t.rows {
		n += numbers + int(t.rows[k].id+t.rows[k].text)
	}
	if t.beside != nil {
		n += trace * len(t.beside.traces)
	}
	return n
}

// pack appends the transcript.
func (t *Log) pack(b []byte) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(t.last))
	b = binary.AppendUvarint(b, uint64(len(t.rows)))
	var authors []*messages.Author
	var at messages.Instant
	for e := range t.All() {
		b = binary.AppendUvarint(b, uint64(e.For))
		b = binary.AppendUvarint(b, uint64(e.Waits))
		b = binary.AppendUvarint(b, uint64(e.Decided))
		b = append(b, byte(e.By), e.flags())
		b = binary.AppendVarint(b, int64(e.At-at))
		at = e.At
		b, authors = appendAuthor(b, authors, e.Author)
		b = appendString(b, string(e.ID))
		b = appendString(b, e.Text)
		if e.Files != nil {
			list, err := json.Marshal(e.Files)
			if err != nil {
				return nil, err
			}
			b = appendString(b, string(list))
		}
		if e.Unheard != 0 {
			b = binary.AppendUvarint(b, uint64(e.Unheard))
		}
		if e.Hidden != 0 {
			b = binary.AppendUvarint(b, uint64(e.Hidden))
		}
		if e.Named != 0 {
			b = binary.AppendUvarint(b, uint64(e.Named))
		}
		if e.Trace != nil {
			b = append(append(b, e.Trace.TraceID[:]...), e.Trace.SpanID[:]...)
			b = binary.AppendVarint(append(b, e.Trace.Flags), int64(e.Trace.At-e.At))
		}
	}
	return b, nil
}

func (e *Entry) flags() (flags byte) {
	for _, f := range []struct {
		set bool
		bit byte
	}{{e.Old, flagOld}, {e.Again, flagAgain}, {e.Gone, flagGone}, {e.Files != nil, flagFiles}, {e.Unheard != 0, flagUnheard}} {
		if f.set {
			flags |= f.bit
		}
	}
	if e.Hidden != 0 {
		flags |= flagHidden
	}
	if e.Named != 0 {
		flags |= flagNamed
	}
	if e.Trace != nil {
		flags |= flagTraced
	}
	return flags
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendAuthor writes the author's number, and all of a new one. A person's
// lines usually share one.
func appendAuthor(b []byte, known []*messages.Author, a *messages.Author) ([]byte, []*messages.Author) {
	if i := slices.Index(known, a); i >= 0 {
		return binary.AppendUvarint(b, uint64(i)), known
	}
	for i := range known {
		if *known[i] == *a {
			return binary.AppendUvarint(b, uint64(i)), known
		}
	}
	b = binary.AppendUvarint(b, uint64(len(known)))
	bot := byte(0)
	if a.Bot {
		bot = 1
	}
	b = appendString(appendString(append(b, bot), string(a.ID)), a.Name)
	return b, append(known, a)
}

// unpack takes the transcript from the front of r.
func (t *Log) unpack(r *unpacker) error {
	last, n := r.number(), r.number()
	if last > 1<<32-1 || n > Resident || n > last {
		return ErrPacked
	}
	*t = Log{last: uint32(last - n), rows: make([]Row, 0, n)}
	var at messages.Instant
	for range n {
		var e Entry
		e.For, e.Waits, e.Decided = uint32(r.number()), uint32(r.number()), uint32(r.number())
		e.By = int8(r.byte())
		flags := r.byte()
		e.Old, e.Again, e.Gone = flags&flagOld != 0, flags&flagAgain != 0, flags&flagGone != 0
		at += messages.Instant(r.signed())
		e.At = at
		e.Author = r.author()
		e.ID, e.Text = messages.LineID(r.piece()), r.piece()
		if flags&flagFiles != 0 {
			var list Files
			if err := json.Unmarshal(r.bytes(), &list); err != nil {
				return err
			}
			e.Files = FilesOf(list)
		}
		if flags&flagUnheard != 0 {
			e.Unheard = uint32(r.number())
		}
		if flags&flagHidden != 0 {
			e.Hidden = uint32(r.number())
		}
		if flags&flagNamed != 0 {
			e.Named = uint32(r.number())
		}
		if flags&flagTraced != 0 {
			e.Trace = r.trace(e.At)
		}
		t.Add(e)
	}
	t.gather()
	return nil
}

// gather puts the authors, and their names, into one piece of memory.
func (t *Log) gather() {
	size := 0
	for _, a := range t.people {
		size += len(a.ID) + len(a.Name)
	}
	var names strings.Builder
	names.Grow(size)
	all := make([]messages.Author, len(t.people))
	for k, a := range t.people {
		from := names.Len()
		names.WriteString(string(a.ID))
		names.WriteString(a.Name)
		words := names.String()[from:]
		all[k] = messages.Author{ID: messages.PersonID(words[:len(a.ID)]), Name: words[len(a.ID):], Bot: a.Bot}
		t.people[k] = &all[k]
	}
}

// An unpacker reads what was packed; past the end it gives zeros and is
// damaged.
type unpacker struct {
	b       []byte
	text    string // what was left of b when the first string was read
	authors []*messages.Author
	damaged bool
}

func (r *unpacker) number() uint64 {
	v, n := binary.Uvarint(r.b)
	r.skip(n)
	return v
}

func (r *unpacker) signed() int64 {
	v, n := binary.Varint(r.b)
	r.skip(n)
	return v
}

func (r *unpacker) byte() byte {
	if len(r.b) == 0 {
		r.damaged = true
		return 0
	}
	v := r.b[0]
	r.b = r.b[1:]
	return v
}

// length returns how long what comes next is.
func (r *unpacker) length() int {
	n := r.number()
	if n > uint64(len(r.b)) {
		r.damaged, r.b = true, nil
		return 0
	}
	return int(n)
}

// bytes returns what was packed as a string, where it lies.
func (r *unpacker) bytes() []byte {
	n := r.length()
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// piece returns a string that keeps all of them in memory.
func (r *unpacker) piece() string {
	n := r.length()
	if r.text == "" {
		r.text = string(r.b)
	}
	at := len(r.text) - len(r.b)
	r.b = r.b[n:]
	return r.text[at : at+n]
}

func (r *unpacker) skip(n int) {
	if n <= 0 {
		r.damaged, r.b = true, nil
		return
	}
	r.b = r.b[n:]
}

func (r *unpacker) author() *messages.Author {
	i := r.number()
	switch {
	case i < uint64(len(r.authors)):
		return r.authors[i]
	case i > uint64(len(r.authors)):
		r.damaged = true
	}
	a := &messages.Author{Bot: r.byte() == 1}
	a.ID, a.Name = messages.PersonID(r.piece()), r.piece() // until [Log.gather]
	r.authors = append(r.authors, a)
	return a
}

// trace reads where a line heard at that moment was received.
func (r *unpacker) trace(at messages.Instant) *messages.Meta {
	var m messages.Meta
	r.copy(m.TraceID[:])
	r.copy(m.SpanID[:])
	m.Flags = r.byte()
	m.At = at + messages.Instant(r.signed())
	return &m
}

func (r *unpacker) copy(to []byte) {
	if len(r.b) < len(to) {
		r.damaged, r.b = true, nil
		return
	}
	r.skip(copy(to, r.b))
}

// pack appends the ids' hashes, oldest first.
func (s *Seen) pack(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(s.hashes)))
	for k := range s.hashes {
		b = binary.LittleEndian.AppendUint64(b, s.hashes[(s.next+k)%len(s.hashes)])
	}
	return b
}

// unpack takes the hashes from the front of r.
func (s *Seen) unpack(r *unpacker) {
	*s = Seen{}
	n := r.number()
	if n > seenMax || 8*n > uint64(len(r.b)) {
		r.damaged = true
		return
	}
	for range n {
		s.hashes = append(s.hashes, binary.LittleEndian.Uint64(r.b))
		r.b = r.b[8:]
	}
}
