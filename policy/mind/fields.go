package mind

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (t *Thought) Fields(c *compact.Codec) {
	if c.Open(1) {
		t.Deadline.Fields(c)
		c.Close()
	}
	compact.Text(c, 2, &t.Trigger)
	compact.Text(c, 3, &t.Term)
}

// Fields implements [compact.Value].
func (q *Question) Fields(c *compact.Codec) {
	if c.Open(1) {
		q.Deadline.Fields(c)
		c.Close()
	}
	compact.Text(c, 2, &q.Trigger)
	compact.Uint(c, 3, &q.Upto)
	if c.Open(4) {
		q.Span.Fields(c)
		c.Close()
	}
	compact.Texts(c, 5, &q.Others)
	compact.Text(c, 6, &q.First)
	c.Float(7, &q.Chance)
}

// Fields implements [compact.Value].
func (m *Mind) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &m.Settled)
	compact.Uint(c, 2, &m.Waiting)
	if c.Open(3) {
		m.Think.Fields(c)
		c.Close()
	}
	compact.Text(c, 4, &m.Called)
	if compact.Pointer(c, 5, &m.Judging) {
		m.Judging.Fields(c)
		c.End()
	}
	if c.Open(6) {
		m.Retry.Fields(c)
		c.Close()
	}
	compact.Int(c, 7, &m.Failures)
	compact.Text(c, 8, &m.Wish)
	compact.Uint(c, 9, &m.Wished)
	c.Float(10, &m.Likely)
	c.Float(11, &m.Hope)
	if compact.Pointer(c, 12, &m.Verdict) {
		m.Verdict.Fields(c)
		c.End()
	}
	c.Float(13, &m.Chance)
}
