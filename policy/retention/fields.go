package retention

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *Span) Fields(c *compact.Codec) {
	compact.Int(c, 1, &s.Oldest)
	compact.Int(c, 2, &s.Newest)
}
