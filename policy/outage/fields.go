package outage

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	compact.At(c, 1, &s.Since)
	compact.At(c, 2, &s.Last)
	compact.Int(c, 3, &s.Tries)
	compact.Int(c, 4, &s.Costly)
	c.Flag(5, &s.Told)
}
