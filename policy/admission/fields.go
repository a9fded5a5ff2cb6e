package admission

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	c.Flag(1, &s.Hushed)
	compact.At(c, 2, &s.Until)
	compact.Texts(c, 3, &s.Alone)
}

// Fields implements [compact.Value].
func (p *Pending) Fields(c *compact.Codec) {
	c.Bytes(1, &p.Sum)
	compact.Text(c, 2, &p.Role)
	if c.Open(3) {
		p.Scope.Fields(c)
		c.Close()
	}
	compact.At(c, 4, &p.Until)
	compact.Int(c, 5, &p.Wrong)
}

// Fields implements [compact.Value].
func (g *Grant) Fields(c *compact.Codec) {
	compact.Text(c, 1, &g.Role)
	if c.Open(2) {
		g.Rule.Fields(c)
		c.Close()
	}
	compact.At(c, 3, &g.At)
}

// Fields implements [compact.Value].
func (s *Claims) Fields(c *compact.Codec) {
	if c.Open(1) {
		s.Pending.Fields(c)
		c.Close()
	}
	for i := range compact.Items(c, 2, &s.Grants) {
		s.Grants[i].Fields(c)
		c.End()
	}
}

// Fields implements [compact.Value].
func (e *Entrance) Fields(c *compact.Codec) {
	if e.Claims == nil && !c.Reading() {
		return
	}
	if c.Open(1) {
		if e.Claims == nil {
			e.Claims = &Claims{}
		}
		e.Claims.Fields(c)
		c.Close()
	}
}

// Fields implements [compact.Value].
func (r *Rule) Fields(c *compact.Codec) {
	compact.Text(c, 1, &r.network)
	compact.Text(c, 2, &r.workspace)
	compact.Text(c, 3, &r.chat)
	c.Flag(4, &r.dm)
	compact.Text(c, 5, &r.author)
}
