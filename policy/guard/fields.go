package guard

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (r *Rally) Fields(c *compact.Codec) {
	var a Answers
	if r.Answers != nil {
		a = *r.Answers
	}
	compact.Text(c, 1, &r.With)
	c.Flag(2, &a.Bot)
	compact.At(c, 3, &a.Said)
	compact.At(c, 4, &r.Last)
	compact.Uints(c, 5, &a.Took)
	if c.Reading() && (a.Bot || a.Said != 0 || a.Took != nil) {
		read := a // a itself would be put on the heap for everybody
		r.Answers = &read
	}
}

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	c.Flag(1, &s.Active)
	compact.Int(c, 2, &s.Consecutive)
	compact.Ints(c, 3, &s.Window)
	if c.Open(4) {
		s.Rally.Fields(c)
		c.Close()
	}
}
