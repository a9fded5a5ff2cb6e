package turn

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (u *Unsaid) Fields(c *compact.Codec) {
	compact.Text(c, 1, &u.Reason)
	compact.Text(c, 2, &u.Cut)
	compact.Text(c, 3, &u.Spare)
}

// Fields implements [compact.Value].
func (t *Turn) Fields(c *compact.Codec) {
	if c.Open(1) {
		t.Deadline.Fields(c)
		c.Close()
	}
	compact.Int(c, 2, &t.Seat)
	compact.Text(c, 3, &t.Trigger)
	c.Flag(4, &t.Judged)
	for i := range compact.Items(c, 5, &t.Asked) {
		t.Asked[i].Fields(c)
		c.End()
	}
	compact.Uint(c, 6, &t.From)
	compact.Uint(c, 7, &t.Upto)
	compact.Text(c, 8, &t.Notice)
	compact.Int(c, 9, &t.Tries)
	compact.Int(c, 10, &t.Steered)
	for i := range compact.Items(c, 11, &t.Given) {
		t.Given[i].Fields(c)
		c.End()
	}
	compact.Uints(c, 12, &t.Told)
	compact.Int(c, 13, &t.Breaks)
	c.Flag(14, &t.Composed)
	c.Flag(15, &t.Disengaged)
	for i := range compact.Items(c, 16, &t.Posts) {
		t.Posts[i].Fields(c)
		c.End()
	}
	compact.Uint(c, 17, &t.Ordered)
	if compact.Pointer(c, 18, &t.Unsaid) {
		t.Unsaid.Fields(c)
		c.End()
	}
	compact.At(c, 19, &t.Began)
	c.Flag(20, &t.Typing)
	c.Flag(21, &t.Opens)
	compact.Text(c, 22, &t.Thread)
	if compact.Pointer(c, 23, &t.Errand) {
		t.Errand.Fields(c)
		c.End()
	}
	c.Flag(24, &t.Overrides)
	compact.Uint(c, 25, &t.Fixes)
	if c.Open(26) {
		t.Span.Fields(c)
		c.Close()
	}
	compact.Uint(c, 27, &t.Renewed)
}
