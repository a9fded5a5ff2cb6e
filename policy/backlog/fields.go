package backlog

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (p *Paused) Fields(c *compact.Codec) {
	for i := range compact.Items(c, 1, &p.Asked) {
		p.Asked[i].Fields(c)
		c.End()
	}
	compact.Int(c, 2, &p.Times)
	c.Flag(3, &p.First)
}

// Fields implements [compact.Value].
func (b *Backlog) Fields(c *compact.Codec) {
	for i := range compact.Items(c, 1, &b.Pending) {
		b.Pending[i].Fields(c)
		c.End()
	}
	if c.Open(2) {
		b.Debounce.Fields(c)
		c.Close()
	}
	if compact.Pointer(c, 3, &b.Paused) {
		b.Paused.Fields(c)
		c.End()
	}
}
