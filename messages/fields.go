package messages

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (a *Author) Fields(c *compact.Codec) {
	compact.Name(c, 1, &a.ID)
	compact.Name(c, 2, &a.Name)
	c.Flag(3, &a.Bot)
}

// Fields implements [compact.Value].
func (r *Reply) Fields(c *compact.Codec) {
	compact.Text(c, 1, &r.ID)
	compact.Name(c, 2, &r.Author)
	c.Flag(3, &r.ThreadRoot)
}

// Fields implements [compact.Value].
func (l *Line) Fields(c *compact.Codec) {
	compact.Text(c, 1, &l.ID)
	compact.Name(c, 2, &l.Channel)
	compact.Name(c, 3, &l.Account)
	if c.Open(4) {
		l.Author.Fields(c)
		c.Close()
	}
	compact.Text(c, 5, &l.Text)
	compact.At(c, 6, &l.At)
	compact.Texts(c, 7, &l.Mentions)
	c.Flag(8, &l.Everyone)
	compact.Texts(c, 9, &l.Roles)
	if c.Open(10) {
		l.ReplyTo.Fields(c)
		c.Close()
	}
	for i := range compact.Items(c, 11, &l.Attachments) {
		l.Attachments[i].Fields(c)
		c.End()
	}
	compact.Text(c, 12, &l.Nonce)
	c.Flag(13, &l.DM)
	c.Flag(14, &l.ExplicitOnly)
	c.Flag(15, &l.LullEndpoint)
	c.Flag(16, &l.Backfilled)
	c.Flag(17, &l.Crowded)
	c.Flag(18, &l.Notice)
	c.Flag(19, &l.Overdrawn)
	c.Flag(20, &l.SharesDay)
	c.Flag(21, &l.Pane)
	compact.Name(c, 22, &l.Audience)
	compact.Uint(c, 23, &l.Agreed)
	compact.Text(c, 24, &l.Root)
	if c.Open(25) {
		l.Meta.Fields(c)
		c.Close()
	}
}

// Fields implements [compact.Value].
func (f *File) Fields(c *compact.Codec) {
	compact.Text(c, 1, &f.Name)
	compact.Text(c, 2, &f.Text)
}

// Fields implements [compact.Value].
func (h *Hush) Fields(c *compact.Codec) {
	compact.Text(c, 1, &h.Familiar)
	compact.At(c, 2, &h.Until)
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
	compact.At(c, 3, &m.At)
	compact.Uint(c, 4, &m.ID)
	compact.Uint(c, 5, &m.Flags)
}
