package conversation

import (
	"iter"
	"slices"

	"familiar/messages"
)

// What the transcript keeps in memory.
const (
	resident  = 64  // lines; older ones are in the journal
	recentMax = 20  // observed lines a turn is shown
	earlier   = 20  // lines before those
	judgedMax = 5   // lines before those in question that a judge is shown
	pinned    = 50  // addressed lines waiting, for each seat
	cut       = 800 // code points of an observed line that are shown
)

// A Transcript is the newest lines of a channel. There are 64 lines in each of
// thousands of channels, and a garbage collection follows every pointer: so a
// line is a [row], which has none, and what it points at stands beside.
type Transcript struct {
	Last uint32 // No of the newest

	rows []row // oldest first from head
	head int   // index of the oldest, once rows is full

	pages  pages
	people []*messages.Author // by row.author; nil: free
	beside *beside            // nil: nothing yet, as mostly
}

// A beside is what few lines have: attachments, and a trace where somebody
// traces.
type beside struct {
	files  []enclosed
	traces []traced
}

// A row is an [Entry] as the transcript keeps it.
type row struct {
	Marks
	author uint8 // in Transcript.people
	said   place // the id, then the text
	id     uint32
	text   uint32 // length in bytes, as id's
}

// An enclosed is the attachments of a line.
type enclosed struct {
	no    uint32
	files *files
}

// A traced is where a line was received.
type traced struct {
	no   uint32
	meta *messages.Meta // an entry's, too
}

// add appends e as the newest line and returns where it lies until the next
// one.
func (t *Transcript) add(e Entry) *row {
	t.Last++
	e.No = t.Last
	r := row{Marks: e.Marks, author: t.number(e.Author)}
	t.write(&r, e.ID, e.Text)
	at := t.next()
	*at = r
	t.enclose(at, e.Files)
	t.received(at, e.Trace)
	return at
}

// next gives the place of the newest line: at the end, or the oldest one's.
func (t *Transcript) next() *row {
	if len(t.rows) < resident {
		if len(t.rows) == cap(t.rows) { // by eights: most channels hold few, and doubling wastes half
			t.rows = append(make([]row, 0, len(t.rows)+8), t.rows...)
		}
		t.rows = append(t.rows, row{})
		return &t.rows[len(t.rows)-1]
	}
	at := &t.rows[t.head]
	t.head = (t.head + 1) % resident
	return at
}

// at gives the line with that number, or nil if it isn't resident.
func (t *Transcript) at(no uint32) *row {
	back := t.Last - no // how far behind the newest; wraps for no > Last
	if no == 0 || int64(back) >= int64(len(t.rows)) {
		return nil
	}
	return &t.rows[(t.head+len(t.rows)-1-int(back))%len(t.rows)]
}

// oldest is the number of the oldest resident line, at least 1; with none it is
// Last+1.
func (t *Transcript) oldest() uint32 { return t.Last - uint32(len(t.rows)) + 1 }

// between yields the resident lines from number from to number upto, oldest
// first.
func (t *Transcript) between(from, upto uint32) iter.Seq[*row] {
	return func(yield func(*row) bool) {
		for no := max(from, t.oldest()); no <= upto; no++ {
			if !yield(t.at(no)) {
				return
			}
		}
	}
}

// each yields all of them.
func (t *Transcript) each() iter.Seq[*row] { return t.between(1, t.Last) }

// All yields the resident lines, oldest first.
func (t *Transcript) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for r := range t.each() {
			if !yield(t.entry(r)) {
				return
			}
		}
	}
}

// find gives the newest resident line with that id, or nil.
func (t *Transcript) find(id messages.LineID) *row {
	for no := t.Last; no >= t.oldest(); no-- {
		if r := t.at(no); int(r.id) == len(id) && t.id(r) == id {
			return r
		}
	}
	return nil
}

// entry gives all of a line.
func (t *Transcript) entry(r *row) Entry {
	id, text := t.pages.at(r)
	return Entry{Marks: r.Marks, Author: t.author(r), ID: id, Text: text, Files: t.enclosedIn(r), Trace: t.trace(r)}
}

func (t *Transcript) id(r *row) messages.LineID {
	id, _ := t.pages.at(r)
	return id
}

func (t *Transcript) text(r *row) string {
	_, text := t.pages.at(r)
	return text
}

// author gives who said it, as [Transcript.shared] by a person's lines.
func (t *Transcript) author(r *row) *messages.Author { return t.people[r.author] }

// shared gives the author that a person's lines hold in common.
func (t *Transcript) shared(a messages.Author) *messages.Author {
	if k := t.known(&a); k >= 0 {
		return t.people[k]
	}
	fresh := a // so that only a new author is put on the heap
	return &fresh
}

// known gives an author's place among the people, or -1. A person's lines
// mostly share one author, so that is looked for before one that says the same.
func (t *Transcript) known(a *messages.Author) int {
	if k := slices.Index(t.people, a); k >= 0 {
		return k
	}
	return slices.IndexFunc(t.people, func(known *messages.Author) bool { return known != nil && *known == *a })
}

// number gives an author's number for a row.
func (t *Transcript) number(a *messages.Author) uint8 {
	if k := t.known(a); k >= 0 {
		return uint8(k)
	}
	t.dropStrangers()
	k := slices.Index(t.people, nil)
	if k < 0 {
		k = len(t.people) // at most resident: each of the others has a row
		if k == cap(t.people) {
			t.people = append(make([]*messages.Author, 0, k+4), t.people...)
		}
		t.people = append(t.people, nil)
	}
	t.people[k] = a
	return uint8(k)
}

// dropStrangers frees the places of authors of no resident line.
func (t *Transcript) dropStrangers() {
	var here [resident + 1]bool
	for k := range t.rows {
		here[t.rows[k].author] = true
	}
	for k := range t.people {
		if !here[k] {
			t.people[k] = nil
		}
	}
}

// write puts a line's words among the others'.
func (t *Transcript) write(r *row, id messages.LineID, text string) {
	r.said, r.id, r.text = t.pages.write(id, text, t.rows), uint32(len(id)), uint32(len(text))
}

// revise gives a line another text.
func (t *Transcript) revise(r *row, text string) { t.write(r, t.id(r), text) }

// enclose gives a line these attachments instead of what it has; nil: none.
func (t *Transcript) enclose(r *row, with *files) {
	if t.beside == nil {
		if with == nil {
			return
		}
		t.beside = &beside{}
	}
	b := t.beside
	b.files = slices.DeleteFunc(b.files, func(f enclosed) bool { return f.no == r.No || f.no < t.oldest() })
	if with != nil {
		b.files = append(b.files, enclosed{r.No, with})
	}
}

func (t *Transcript) enclosedIn(r *row) *files {
	if t.beside == nil {
		return nil
	}
	for _, f := range t.beside.files {
		if f.no == r.No {
			return f.files
		}
	}
	return nil
}

// received notes where the newest line was received; nil: nobody traces it.
func (t *Transcript) received(r *row, at *messages.Meta) {
	if at == nil {
		return
	}
	if t.beside == nil {
		t.beside = &beside{}
	}
	b := t.beside
	if len(b.traces) == cap(b.traces) {
		b.traces = slices.DeleteFunc(b.traces, func(l traced) bool { return l.no < t.oldest() })
	}
	b.traces = append(b.traces, traced{r.No, at})
}

// trace gives where a line was received; nil: nobody traces it.
func (t *Transcript) trace(r *row) *messages.Meta {
	if t.beside == nil {
		return nil
	}
	all := t.beside.traces
	for k := len(all) - 1; k >= 0; k-- {
		if all[k].no == r.No {
			return all[k].meta
		}
	}
	return nil
}

// blank leaves of a line only that there was one.
func (t *Transcript) blank(r *row) {
	r.Waits, r.Gone, r.text = 0, true, 0
	r.author = t.number(&messages.Author{Bot: t.author(r).Bot})
	t.enclose(r, nil)
	if b := t.beside; b != nil {
		b.traces = slices.DeleteFunc(b.traces, func(l traced) bool { return l.no == r.No })
	}
	t.dropStrangers()
}
