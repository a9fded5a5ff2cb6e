package guard

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (r *Rally) Fields(c *compact.Codec) {
	compact.Text(c, 1, &r.With)
	c.Flag(2, &r.Bot)
	compact.At(c, 3, &r.Said)
	compact.At(c, 4, &r.Last)
	compact.Uints(c, 5, &r.Took)
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
