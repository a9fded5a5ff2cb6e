package turns

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	compact.Text(c, 1, &s.Mode)
	compact.Texts(c, 2, &s.Members)
	c.Flag(3, &s.Told)
	compact.Texts(c, 4, &s.Away)
	compact.Text(c, 5, &s.Holder)
	compact.At(c, 6, &s.Since)
	c.Flag(7, &s.Work)
	compact.Int(c, 8, &s.Passed)
	compact.Texts(c, 9, &s.Late)
}

// Fields implements [compact.Value].
func (s *Saved) Fields(c *compact.Codec) {
	if c.Open(1) {
		s.State.Fields(c)
		c.Close()
	}
	if c.Open(2) {
		s.Timer.Fields(c)
		c.Close()
	}
}
