package transcript

import (
	"cmp"

	"familiar/internal/shorten"
	"familiar/messages"
)

// An Entry is a line that was taken out of the transcript to be answered, or is
// on its way into it.
type Entry struct {
	Marks
	Author *messages.Author `json:"a"` // shared between a person's lines
	ID     messages.LineID  `json:"i"`
	Text   string           `json:"x"`
	Files  *Files           `json:"p,omitempty"` // nil: none, as usual
	Trace  *messages.Meta   `json:"s,omitempty"` // where it was received; nil: nobody traces
}

// InOrder compares two lines by which was heard first.
func InOrder(a, b Entry) int { return cmp.Compare(a.No, b.No) }

// Files are a line's attachments, behind a pointer since few lines have any and
// every entry would carry the slice.
type Files []messages.Attachment

// FilesOf returns a line's attachments; nil if there are none.
func FilesOf(all []messages.Attachment) *Files {
	if len(all) == 0 {
		return nil
	}
	f := Files(all)
	return &f
}

// List returns the attachments; nil has none.
func (f *Files) List() []messages.Attachment {
	if f == nil {
		return nil
	}
	return *f
}

// Quote returns e as a prompt for seat i shows it, cut to n code points; n = 0
// leaves it whole.
func (e Entry) Quote(i, n int) messages.Quoted {
	q := messages.Quoted{ID: e.ID, Author: *e.Author, Text: e.Text, At: e.At, Own: int(e.By) == i+1, Attachments: e.Files.List()}
	if n > 0 {
		q.Text = shorten.Runes(q.Text, n)
	}
	return q
}
