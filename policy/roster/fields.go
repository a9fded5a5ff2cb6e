package roster

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (p *Person) Fields(c *compact.Codec) {
	compact.Text(c, 1, &p.ID)
	compact.Text(c, 2, &p.Name)
	p.foldedField(c, 3)
	if c.Flag(4, &p.Bot); c.Reading() {
		p.Author.Bot = p.Bot
	}
	compact.Uint(c, 5, &p.Count)
	compact.At(c, 6, &p.Last)
}

// foldedField is Folded as field n.
func (p *Person) foldedField(c *compact.Codec, n byte) {
	var name string
	if p.Folded != nil {
		name = *p.Folded
	}
	compact.Text(c, n, &name)
	if c.Reading() && name != "" {
		read := name // name itself would be put on the heap for everybody
		p.Folded = &read
	}
}

// Fields implements [compact.Value].
func (m *Membership) Fields(c *compact.Codec) {
	compact.Int(c, 1, &m.Humans)
	compact.Int(c, 2, &m.Bots)
	compact.At(c, 3, &m.FetchedAt)
	compact.Int(c, 4, &m.Spoke)
	c.Flag(5, &m.Trusted)
	c.Flag(6, &m.Truncated)
}

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	people := compact.Items(c, 1, &s.People)
	if c.Reading() {
		faces := make([]Face, len(people)) // in one piece of memory
		for i := range people {
			people[i].Face = &faces[i]
		}
	}
	for i := range people {
		people[i].Fields(c)
		c.End()
	}
	if c.Open(2) {
		s.Members.Fields(c)
		c.Close()
	}
}
