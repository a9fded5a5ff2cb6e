package window

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	compact.Text(c, 1, &s.Holder)
	compact.At(c, 2, &s.Until)
}
