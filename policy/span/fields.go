package span

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *Span) Fields(c *compact.Codec) {
	if c.Open(1) {
		s.Meta.Fields(c)
		c.Close()
	}
	if c.Open(2) {
		s.Parent.Fields(c)
		c.Close()
	}
}
