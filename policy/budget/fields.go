package budget

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	compact.Int(c, 1, &s.Step)
	compact.Int(c, 2, &s.Quiet)
}
