package floor

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	compact.Text(c, 1, &s.Holder)
	compact.At(c, 2, &s.Until)
	c.Flag(3, &s.Owed)
	compact.Text(c, 4, &s.Last)
	compact.At(c, 5, &s.Rested)
	compact.Texts(c, 6, &s.Queue)
}
