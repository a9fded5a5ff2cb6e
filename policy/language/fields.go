package language

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (v *Vote) Fields(c *compact.Codec) {
	compact.Text(c, 1, &v.Language)
	compact.Uint(c, 2, &v.Lines)
}

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	for i := range compact.Items(c, 1, &s.Votes) {
		s.Votes[i].Fields(c)
		c.End()
	}
}
