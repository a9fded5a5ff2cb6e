package effect

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *Said) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &s.N)
	compact.Text(c, 2, &s.Trigger)
	compact.Texts(c, 3, &s.Lines)
	compact.At(c, 4, &s.At)
	compact.Int(c, 5, &s.Since)
	c.Flag(6, &s.Signs)
}

// Fields implements [compact.Value].
func (p *Past) Fields(c *compact.Codec) {
	if c.Open(1) {
		p.Said.Fields(c)
		c.Close()
	}
	compact.Uints(c, 2, &p.By)
}

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	var w Watch
	if s.Watch != nil {
		w = *s.Watch
	}
	for i := range compact.Items(c, 1, &w.Said) {
		w.Said[i].Fields(c)
		c.End()
	}
	if c.Open(2) {
		s.Left.Fields(c)
		c.Close()
	}
	for i := range compact.Items(c, 3, &w.Past) {
		w.Past[i].Fields(c)
		c.End()
	}
	if c.Reading() && w.Follows() {
		read := w // w itself would be put on the heap for everybody
		s.Watch = &read
	}
}

// Fields implements [compact.Value].
func (l *Left) Fields(c *compact.Codec) {
	for k := range l {
		compact.Uint(c, byte(k+1), &l[k])
	}
}
