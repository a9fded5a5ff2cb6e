package budget

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	compact.Int(c, 1, &s.Step)
	compact.At(c, 2, &s.Quiet)
}
