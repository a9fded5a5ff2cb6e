package retention

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *Span) Fields(c *compact.Codec) {
	compact.At(c, 1, &s.Oldest)
	compact.At(c, 2, &s.Newest)
}
