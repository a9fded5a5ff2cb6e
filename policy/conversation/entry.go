package conversation

import (
	"cmp"

	"familiar/messages"
)

// An Entry is a line that was taken out of the transcript to be answered, or is
// on its way into it.
type Entry struct {
	Marks
	Author *messages.Author `json:"a"` // shared between a person's lines
	ID     messages.LineID  `json:"i"`
	Text   string           `json:"x"`
	Files  *files           `json:"p,omitempty"` // nil: none, as mostly
	Trace  *messages.Meta   `json:"s,omitempty"` // where it was received; nil: nobody traces
}

// Marks are what is known of a line besides who said what. No counts the
// channel's lines from 1.
type Marks struct {
	No      uint32           `json:"n"`
	For     uint32           `json:"f,omitempty"` // seats it is addressed to, a bit each
	Waits   uint32           `json:"w,omitempty"` // seats that think about it
	Decided uint32           `json:"d,omitempty"` // seats that have decided on it
	Unheard uint32           `json:"l,omitempty"` // seats whose own account has no copy of it: they have not heard it
	Hidden  uint32           `json:"h,omitempty"` // seats that must not see it, now or later
	Named   uint32           `json:"m,omitempty"` // seats it mentions
	By      int8             `json:"b,omitempty"` // the seat that said it, from 1; 0: somebody else
	Old     bool             `json:"o,omitempty"` // from before we listened
	Again   bool             `json:"r,omitempty"` // an edit has made it count as new
	Gone    bool             `json:"g,omitempty"` // deleted or forgotten: nobody is shown it any more
	At      messages.Instant `json:"t"`           // append time
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

// list gives the attachments; nil has none.
func (f *files) list() []messages.Attachment {
	if f == nil {
		return nil
	}
	return *f
}

// quote gives e as a prompt for seat i shows it, cut to n code points; n = 0
// leaves it whole.
func (e Entry) quote(i, n int) messages.Quoted {
	q := messages.Quoted{ID: e.ID, Author: *e.Author, Text: e.Text, At: e.At, Own: int(e.By) == i+1, Attachments: e.Files.list()}
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
