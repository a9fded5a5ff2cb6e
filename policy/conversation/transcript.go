package conversation

import (
	"cmp"
	"iter"
	"strings"

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

// An Entry is a line of the transcript, in the compact form that stays in
// memory. No counts the channel's lines from 1.
type Entry struct {
	No      uint32           `json:"n"`
	For     uint32           `json:"f,omitempty"` // seats it is addressed to, a bit each
	Waits   uint32           `json:"w,omitempty"` // seats that think about it
	Decided uint32           `json:"d,omitempty"` // seats that have decided on it
	Blind   uint32           `json:"l,omitempty"` // of these, the ones whose own account's copy is not in
	Hidden  uint32           `json:"h,omitempty"` // seats that must not see it, now or later
	By      int8             `json:"b,omitempty"` // the seat that said it, from 1; 0: somebody else
	Old     bool             `json:"o,omitempty"` // from before we listened
	Again   bool             `json:"r,omitempty"` // an edit has made it count as new
	Gone    bool             `json:"g,omitempty"` // deleted or forgotten, see blank: nobody is shown it any more
	Named   uint32           `json:"m,omitempty"` // seats it mentions
	At      messages.Instant `json:"t"`           // append time
	Author  *messages.Author `json:"a"`           // shared between a person's lines
	ID      messages.LineID  `json:"i"`
	Text    string           `json:"x"`
	Files   *files           `json:"p,omitempty"` // nil: none, as mostly
	Trace   *messages.Meta   `json:"s,omitempty"` // where it was received; nil: nobody traces
}

// inOrder compares two lines by which was heard first.
func inOrder(a, b Entry) int { return cmp.Compare(a.No, b.No) }

// files are a line's attachments, behind a pointer since few lines have any and
// every entry would carry the slice.
type files []messages.Attachment

// attached keeps a line's attachments; nil if there are none.
func attached(all []messages.Attachment) *files {
	if len(all) == 0 {
		return nil
	}
	f := files(all)
	return &f
}

// The author of a blanked line: only that it was a bot's or a human's is left.
var (
	somebody = &messages.Author{}
	someBot  = &messages.Author{Bot: true}
)

// blank leaves of e only that there was a line.
func (e *Entry) blank() {
	e.Text, e.Files, e.Waits, e.Gone = "", nil, 0, true
	e.Trace = nil
	if e.Author.Bot {
		e.Author = someBot
	} else {
		e.Author = somebody
	}
}

func (e *Entry) attachments() []messages.Attachment {
	if e.Files == nil {
		return nil
	}
	return *e.Files
}

// A Transcript is the newest lines of a channel.
type Transcript struct {
	Last    uint32  // No of the newest
	Entries []Entry // oldest first from head
	Head    int     // index of the oldest, once Entries is full

	page *strings.Builder // what the newest lines' words stand on, see [Transcript.write]
}

// The words of several lines stand on one page of memory, of which an entry
// has its part: two pieces for each of 64 lines were most of what a garbage
// collection had to visit in a process with thousands of channels. Pages of a
// channel double from the least to the most bytes, so that a channel of three
// lines stays small. What was blanked stays on its page, unreachable, until the
// lines beside it have gone, too.
const (
	leastPage = 128
	mostPage  = 1 << 10
)

// write puts a line's words on the page. Long ones are copied apart.
func (t *Transcript) write(id messages.LineID, text string) (messages.LineID, string) {
	size := len(id) + len(text)
	if size > mostPage/2 {
		return messages.LineID(strings.Clone(string(id))), strings.Clone(text)
	}
	if t.page == nil || t.page.Len()+size > t.page.Cap() {
		room := leastPage
		if t.page != nil {
			room = min(2*t.page.Cap(), mostPage)
		}
		t.page = new(strings.Builder)
		t.page.Grow(max(room, size))
	}
	from := t.page.Len()
	t.page.WriteString(string(id))
	t.page.WriteString(text)
	words := t.page.String()[from:]
	return messages.LineID(words[:len(id)]), words[len(id):]
}

// add appends e as the newest line and returns where it lies until the next
// one.
func (t *Transcript) add(e Entry) *Entry {
	t.Last++
	e.No = t.Last
	e.ID, e.Text = t.write(e.ID, e.Text)
	if len(t.Entries) < resident {
		if len(t.Entries) == cap(t.Entries) { // by eights: most channels hold few, and doubling wastes half
			t.Entries = append(make([]Entry, 0, len(t.Entries)+8), t.Entries...)
		}
		t.Entries = append(t.Entries, e)
		return &t.Entries[len(t.Entries)-1]
	}
	at := &t.Entries[t.Head]
	*at = e
	t.Head = (t.Head + 1) % resident
	return at
}

// at gives the line with that number, or nil if it isn't resident.
func (t *Transcript) at(no uint32) *Entry {
	back := t.Last - no // how far behind the newest; wraps for no > Last
	if no == 0 || int64(back) >= int64(len(t.Entries)) {
		return nil
	}
	return &t.Entries[(t.Head+len(t.Entries)-1-int(back))%len(t.Entries)]
}

// oldest is the number of the oldest resident line, at least 1; with none it is
// Last+1.
func (t *Transcript) oldest() uint32 { return t.Last - uint32(len(t.Entries)) + 1 }

// between yields the resident lines from number from to number upto, oldest
// first.
func (t *Transcript) between(from, upto uint32) iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for no := max(from, t.oldest()); no <= upto; no++ {
			if !yield(t.at(no)) {
				return
			}
		}
	}
}

// find gives the newest resident line with that id, or nil.
func (t *Transcript) find(id messages.LineID) *Entry {
	for no := t.Last; no >= t.oldest(); no-- {
		if e := t.at(no); e.ID == id {
			return e
		}
	}
	return nil
}

// author returns the shared copy of a, so that a person's lines hold one.
func (t *Transcript) author(a messages.Author) *messages.Author {
	for no := t.Last; no >= t.oldest(); no-- {
		if e := t.at(no); *e.Author == a {
			return e.Author
		}
	}
	fresh := a // so that only a new author is put on the heap
	return &fresh
}

// quote gives e as a prompt for seat i shows it, cut to n code points; n = 0
// leaves it whole.
func (e *Entry) quote(i, n int) messages.Quoted {
	q := messages.Quoted{ID: e.ID, Author: *e.Author, Text: e.Text, At: e.At, Own: int(e.By) == i+1, Attachments: e.attachments()}
	if n > 0 {
		q.Text = cutRunes(q.Text, n)
	}
	return q
}

// cutRunes keeps the first n code points of s.
func cutRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
