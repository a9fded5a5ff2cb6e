package transcript

import (
	"slices"

	"familiar/internal/compact"
)

// Fields implements [compact.Value].
func (m *Marks) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &m.No)
	compact.Uint(c, 2, &m.For)
	compact.Uint(c, 3, &m.Waits)
	compact.Uint(c, 4, &m.Decided)
	compact.Uint(c, 5, &m.Unheard)
	compact.Uint(c, 6, &m.Hidden)
	compact.Uint(c, 7, &m.Named)
	compact.Int(c, 8, &m.By)
	c.Flag(9, &m.Old)
	c.Flag(10, &m.Again)
	c.Flag(11, &m.Gone)
	compact.At(c, 12, &m.At)
	c.Flag(13, &m.Open)
}

// Fields implements [compact.Value]. Its author is written with it, and is to be
// shared again: see [Entries.ShareAuthors].
func (e *Entry) Fields(c *compact.Codec) {
	if c.Open(1) {
		e.Marks.Fields(c)
		c.Close()
	}
	if compact.Pointer(c, 2, &e.Author) {
		e.Author.Fields(c)
		c.End()
	}
	compact.Text(c, 3, &e.ID)
	compact.Text(c, 4, &e.Text)
	e.Files = fields(c, 5, e.Files)
	if compact.Pointer(c, 6, &e.Trace) {
		e.Trace.Fields(c)
		c.End()
	}
}

// Fields implements [compact.Value].
func (k *Kind) Fields(c *compact.Codec) {
	compact.Text(c, 1, &k.Emoji)
	for i := range compact.Items(c, 2, &k.First) {
		k.First[i].Fields(c)
		c.End()
	}
	compact.Uints(c, 3, &k.More)
}

// Fields implements [compact.Value].
func (m *Reacted) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &m.No)
	for i := range compact.Items(c, 2, &m.Kinds) {
		m.Kinds[i].Fields(c)
		c.End()
	}
}

// Fields implements [compact.Value].
func (s *Standing) Fields(c *compact.Codec) {
	compact.Text(c, 1, &s.Line)
	compact.Text(c, 2, &s.Thread)
}

// Fields implements [compact.Value]. It lists what few lines have; the rest is
// packed by [Pack].
func (t *Log) Fields(c *compact.Codec) {
	var b beside
	if t.beside != nil {
		t.dropBeside()
		b = *t.beside
	}
	for i := range compact.Items(c, 1, &b.files) {
		f := &b.files[i]
		compact.Uint(c, 1, &f.no)
		f.files = fields(c, 2, f.files)
		c.End()
	}
	for i := range compact.Items(c, 2, &b.traces) {
		l := &b.traces[i]
		compact.Uint(c, 1, &l.no)
		if compact.Pointer(c, 2, &l.meta) {
			l.meta.Fields(c)
			c.End()
		}
		c.End()
	}
	if c.Reading() && len(b.files)+len(b.traces) > 0 {
		read := b
		t.beside = &read
	}
}

// dropBeside drops what lines had that are no longer resident.
func (t *Log) dropBeside() {
	t.beside.files = slices.DeleteFunc(t.beside.files, func(f enclosed) bool { return f.no < t.Oldest() })
	t.beside.traces = slices.DeleteFunc(t.beside.traces, func(l traced) bool { return l.no < t.Oldest() })
}

// fields lists attachments as field n, and returns them.
func fields(c *compact.Codec, n byte, files *Files) *Files {
	list := files.List()
	for i := range compact.Items(c, n, &list) {
		list[i].Fields(c)
		c.End()
	}
	if c.Reading() {
		return FilesOf(list)
	}
	return files
}
