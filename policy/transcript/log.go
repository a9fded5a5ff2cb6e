package transcript

import (
	"iter"
	"slices"

	"familiar/internal/grow"
	"familiar/messages"
)

// What the transcript keeps in memory.
const (
	Resident  = 64  // lines; older ones are in the journal
	recentMax = 20  // observed lines a turn is shown
	earlier   = 20  // lines before those
	judgedMax = 5   // lines before those in question that a judge is shown
	pinned    = 50  // addressed lines waiting, for each seat
	cut       = 800 // code points of an observed line that are shown
)

// A Log is the newest lines of a channel. There are 64 lines in each of
// thousands of channels, and a garbage collection follows every pointer: so a
// line is a [Row], which has none, and what it points at stands beside.
type Log struct {
	last uint32 // No of the newest
	head uint8  // index of the oldest, once rows is full
	rows []Row  // oldest first from head

	pages  pages
	people []*messages.Author // by Row.author; nil: free
	seats  []seats            // by Row.seats
	beside *beside            // nil: nothing yet, as usual
}

// A beside is what few lines have: attachments, and a trace where somebody
// traces.
type beside struct {
	files  []enclosed
	traces []traced
}

// An enclosed is the attachments of a line.
type enclosed struct {
	no    uint32
	files *Files
}

// A traced is where a line was received.
type traced struct {
	no   uint32
	meta *messages.Meta // an entry's, too
}

// Add appends e as the newest line, gives it its number, and returns where it lies
// until the next one.
func (t *Log) Add(e *Entry) *Row {
	t.last++
	e.No = t.last
	id := e.ID
	if len(id) > longestID {
		id = ""
	}
	author, said := t.number(e.Author), t.pages.write(id, e.Text, t.rows)
	s := seatsOf(&e.Marks)
	number := t.numberSeats(&s, 0)
	at := t.next()
	*at = Row{low: uint8(e.No), author: author, seats: number, spot: spot(traitsOf(&e.Marks))}
	at.date(e.At)
	at.measure(len(id), len(e.Text))
	at.lie(said)
	t.Enclose(at, e.Files)
	t.received(at, e.Trace)
	return at
}

// next returns the place of the newest line: at the end, or the oldest one's.
func (t *Log) next() *Row {
	if len(t.rows) < Resident {
		t.rows = append(grow.By(t.rows, 4), Row{})
		return &t.rows[len(t.rows)-1]
	}
	at := &t.rows[t.head]
	t.head = (t.head + 1) % Resident
	return at
}

// At returns the line with that number, or nil if it isn't resident.
func (t *Log) At(no uint32) *Row {
	back := t.last - no // how far behind the newest; wraps for no > Last
	if no == 0 || int64(back) >= int64(len(t.rows)) {
		return nil
	}
	at := int(t.head) - 1 - int(back)
	if at < 0 {
		at += len(t.rows)
	}
	return &t.rows[at]
}

// parts returns all rows in two parts, the older ones first.
func (t *Log) parts() [2][]Row { return [...][]Row{t.rows[t.head:], t.rows[:t.head]} }

// Last returns the number of the newest line; 0 when there was none.
func (t *Log) Last() uint32 { return t.last }

// Within reports whether the seats that said the resident lines are among the first so
// many.
func (t *Log) Within(seats int) bool {
	for k := range t.seats {
		if said := int8(t.seats[k][by]); said < 0 || int(said) > seats {
			return false
		}
	}
	return true
}

// Oldest is the number of the oldest resident line, at least 1; with none it is
// Last+1.
func (t *Log) Oldest() uint32 { return t.last - uint32(len(t.rows)) + 1 }

// Between yields the resident lines from number from to number upto, oldest
// first.
func (t *Log) Between(from, upto uint32) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		for no := max(from, t.Oldest()); no <= upto; no++ {
			if !yield(t.At(no)) {
				return
			}
		}
	}
}

// Each yields all of them.
func (t *Log) Each() iter.Seq[*Row] { return t.Between(1, t.last) }

// All yields the resident lines, oldest first.
func (t *Log) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for r := range t.Each() {
			if !yield(t.Entry(r)) {
				return
			}
		}
	}
}

// OldUnheard reports whether there are lines from before the first one that those seats
// have not heard.
func (t *Log) OldUnheard(seats uint32) bool {
	for e := range t.Each() {
		if !e.Old() {
			return false
		}
		if t.Unheard(e)&seats != 0 {
			return true
		}
	}
	return false
}

// Remembers reports whether the oldest line that is not gone is from before that moment.
func (t *Log) Remembers(before messages.Instant) bool {
	for e := range t.Each() {
		if !e.Gone() {
			return e.At() < before
		}
	}
	return false
}

// LastSpeaker returns the seat that spoke last, of what is resident; -1: none.
func (t *Log) LastSpeaker() int {
	last := -1
	for e := range t.Each() {
		if by := t.By(e); by > 0 {
			last = int(by) - 1
		}
	}
	return last
}

// Find returns the newest resident line with that id, or nil.
func (t *Log) Find(id messages.LineID) *Row {
	for no := t.last; no >= t.Oldest(); no-- {
		if r := t.At(no); int(r.id) == len(id) && t.ID(r) == id {
			return r
		}
	}
	return nil
}

// Entry returns all of a line.
func (t *Log) Entry(r *Row) Entry {
	id, text := t.pages.at(r)
	return Entry{Marks: t.marks(r), Author: t.Author(r), ID: id, Text: text, Files: t.Files(r), Trace: t.Trace(r)}
}

// ID returns a line's id.
func (t *Log) ID(r *Row) messages.LineID {
	id, _ := t.pages.at(r)
	return id
}

// Text returns what a line says.
func (t *Log) Text(r *Row) string {
	_, text := t.pages.at(r)
	return text
}

// Author returns who said it, as [Log.Shared] by a person's lines.
func (t *Log) Author(r *Row) *messages.Author { return t.people[r.author] }

// Shared returns the author that a person's lines hold in common.
func (t *Log) Shared(a messages.Author) *messages.Author {
	if k := t.known(&a); k >= 0 {
		return t.people[k]
	}
	fresh := a // so that only a new author is put on the heap
	return &fresh
}

// known returns an author's place among the people, or -1. A person's lines
// usually share one author, so that is looked for before one that says the same.
func (t *Log) known(a *messages.Author) int {
	if k := slices.Index(t.people, a); k >= 0 {
		return k
	}
	return slices.IndexFunc(t.people, func(known *messages.Author) bool { return known != nil && *known == *a })
}

// number returns an author's number for a Row.
func (t *Log) number(a *messages.Author) uint8 {
	if k := t.known(a); k >= 0 {
		return uint8(k)
	}
	t.dropStrangers()
	k := slices.Index(t.people, nil)
	if k < 0 {
		k = len(t.people) // at most Resident: each of the others has a Row
		t.people = append(grow.By(t.people, 4), nil)
	}
	t.people[k] = a
	return uint8(k)
}

// dropStrangers frees the places of authors of no resident line.
func (t *Log) dropStrangers() {
	var here [Resident + 1]bool
	for k := range t.rows {
		here[t.rows[k].author] = true
	}
	for k := range t.people {
		if !here[k] {
			t.people[k] = nil
		}
	}
}

// Revise gives a line another text.
func (t *Log) Revise(r *Row, text string) {
	r.lie(t.pages.write(t.ID(r), text, t.rows))
	r.measure(int(r.id), len(text))
}

// Enclose gives a line these attachments instead of what it has; nil: none.
func (t *Log) Enclose(r *Row, with *Files) {
	if t.beside == nil {
		if with == nil {
			return
		}
		t.beside = &beside{}
	}
	b := t.beside
	b.files = slices.DeleteFunc(b.files, func(f enclosed) bool { return f.no == t.No(r) || f.no < t.Oldest() })
	if with != nil {
		b.files = append(b.files, enclosed{t.No(r), with})
	}
}

// Files returns a line's attachments; nil: it has none.
func (t *Log) Files(r *Row) *Files {
	if t.beside == nil {
		return nil
	}
	for _, f := range t.beside.files {
		if f.no == t.No(r) {
			return f.files
		}
	}
	return nil
}

// received notes where the newest line was received; nil: nobody traces it.
func (t *Log) received(r *Row, at *messages.Meta) {
	if at == nil {
		return
	}
	if t.beside == nil {
		t.beside = &beside{}
	}
	b := t.beside
	if len(b.traces) == cap(b.traces) {
		b.traces = slices.DeleteFunc(b.traces, func(l traced) bool { return l.no < t.Oldest() })
	}
	b.traces = append(b.traces, traced{t.No(r), at})
}

// Trace returns where a line was received; nil: nobody traces it.
func (t *Log) Trace(r *Row) *messages.Meta {
	if t.beside == nil {
		return nil
	}
	all := t.beside.traces
	for k := len(all) - 1; k >= 0; k-- {
		if all[k].no == t.No(r) {
			return all[k].meta
		}
	}
	return nil
}

// Blank leaves of a line only that there was one.
func (t *Log) Blank(r *Row) {
	t.Unwait(r, ^uint32(0))
	r.become(r.is() | isGone)
	r.text = 0
	r.author = t.number(&messages.Author{Bot: t.Author(r).Bot})
	t.Enclose(r, nil)
	if b := t.beside; b != nil {
		b.traces = slices.DeleteFunc(b.traces, func(l traced) bool { return l.no == t.No(r) })
	}
	t.dropStrangers()
}
