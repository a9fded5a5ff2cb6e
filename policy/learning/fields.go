package learning

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (p *Person) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &p.Key)
	c.Float(2, &p.Count)
}

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	c.Float(1, &s.Lift)
	c.Float(2, &s.Known)
	c.Float(3, &s.Welcome)
	c.Float(4, &s.Unwelcome)
	c.Float(5, &s.Missed)
	for i := range compact.Items(c, 6, &s.People) {
		s.People[i].Fields(c)
		c.End()
	}
}
