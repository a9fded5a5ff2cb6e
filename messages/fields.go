package messages

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (a *Author) Fields(c *compact.Codec) {
	compact.Text(c, 1, &a.ID)
	compact.Text(c, 2, &a.Name)
	c.Flag(3, &a.Bot)
}

// Fields implements [compact.Value].
func (f *File) Fields(c *compact.Codec) {
	compact.Text(c, 1, &f.Name)
	compact.Text(c, 2, &f.Text)
}

// Fields implements [compact.Value].
func (h *Hush) Fields(c *compact.Codec) {
	compact.Text(c, 1, &h.Familiar)
	compact.Int(c, 2, &h.Until)
}

// Fields implements [compact.Value].
func (r *RoomFacts) Fields(c *compact.Codec) {
	for i := range compact.Items(c, 1, &r.Quiet) {
		r.Quiet[i].Fields(c)
		c.End()
	}
	compact.Texts(c, 2, &r.Alone)
	compact.Text(c, 3, &r.Mode)
	compact.Texts(c, 4, &r.Members)
}

// Fields implements [compact.Value].
func (a *Attachment) Fields(c *compact.Codec) {
	compact.Text(c, 1, &a.ID)
	compact.Text(c, 2, &a.Name)
	compact.Text(c, 3, &a.Type)
	compact.Int(c, 4, &a.Bytes)
}

// Fields implements [compact.Value].
func (m *Meta) Fields(c *compact.Codec) {
	c.Array(1, m.TraceID[:])
	c.Array(2, m.SpanID[:])
	compact.Int(c, 3, &m.At)
	compact.Uint(c, 4, &m.ID)
	compact.Uint(c, 5, &m.Flags)
}
