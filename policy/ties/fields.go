package ties

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (t *Tie) Fields(c *compact.Codec) {
	compact.Text(c, 1, &t.Thread)
	compact.Uint(c, 2, &t.Knows)
	c.Flag(3, &t.Leaves)
}

// Fields implements [compact.Value].
func (r *Rooted) Fields(c *compact.Codec) {
	compact.Text(c, 1, &r.Line)
	compact.Text(c, 2, &r.Thread)
	c.Flag(3, &r.Gone)
}

// Fields implements [compact.Value].
func (t *Ties) Fields(c *compact.Codec) {
	if c.Open(1) {
		t.Facts.Fields(c)
		c.Close()
	}
	compact.Uint(c, 2, &t.Version)
	c.Flag(3, &t.Asking)
	c.Flag(4, &t.Tied)
	for i := range compact.Items(c, 5, &t.Threads) {
		t.Threads[i].Fields(c)
		c.End()
	}
	compact.Text(c, 6, &t.Root)
	compact.Text(c, 7, &t.Start)
	c.Flag(8, &t.Went)
	for i := range compact.Items(c, 9, &t.Roots) {
		t.Roots[i].Fields(c)
		c.End()
	}
}

// Fields implements [compact.Value].
func (s *Side) Fields(c *compact.Codec) {
	if compact.Pointer(c, 1, &s.Ties) {
		s.Ties.Fields(c)
		c.End()
	}
}
