package transcript

import (
	"encoding/binary"
	"encoding/json"
	"strings"

	"familiar/messages"
)

// The first form of the packed lines and ids, which nothing writes any more:
// numbers as varints, strings with their length before them, each author once.

// UnpackForm1 does what [Unpack] does for the first form.
func UnpackForm1(b []byte, lines *Log, seen *Seen) error {
	r := unpacker{b: b}
	if err := lines.unpackForm1(&r); err != nil {
		return err
	}
	if seen.unpackForm1(&r); r.damaged || len(r.b) > 0 {
		return ErrPacked
	}
	return nil
}

// Bits of a line's flags.
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

// unpackForm1 takes the transcript from the front of r.
func (t *Log) unpackForm1(r *unpacker) error {
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
		t.Add(&e)
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

// unpackForm1 takes the hashes from the front of r.
func (s *Seen) unpackForm1(r *unpacker) {
	n := r.number()
	if n > seenMax || hashSize*n > uint64(len(r.b)) {
		r.damaged = true
		return
	}
	s.read(r.b[:hashSize*n])
	r.b = r.b[hashSize*n:]
}
