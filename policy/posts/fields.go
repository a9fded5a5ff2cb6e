package posts

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (p *Post) Fields(c *compact.Codec) {
	compact.Text(c, 1, &p.ID)
	compact.Int(c, 2, &p.Seat)
	compact.Int(c, 3, &p.Part)
	compact.Text(c, 4, &p.Text)
	compact.Text(c, 5, &p.ReplyTo)
	compact.At(c, 6, &p.At)
	compact.Text(c, 7, &p.Line)
	c.Flag(8, &p.Done)
	c.Flag(9, &p.Waits)
	if c.Open(10) {
		p.Held.Fields(c)
		c.Close()
	}
	c.Flag(11, &p.Opens)
	compact.Text(c, 12, &p.Within)
	if compact.Pointer(c, 13, &p.File) {
		p.File.Fields(c)
		c.End()
	}
	if compact.Pointer(c, 14, &p.Moot) {
		p.Moot.Fields(c)
		c.End()
	}
}

// Fields implements [compact.Value].
func (m *Moot) Fields(c *compact.Codec) {
	compact.Text(c, 1, &m.Line)
	compact.Text(c, 2, &m.Why)
}
