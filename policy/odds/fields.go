package odds

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (m *Moment) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &m.No)
	compact.At(c, 2, &m.At)
}

// Fields implements [compact.Value].
func (x *Exchange) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &x.Key)
	if c.Open(2) {
		x.Us.Fields(c)
		c.Close()
	}
	if c.Open(3) {
		x.Them.Fields(c)
		c.Close()
	}
	compact.Uint(c, 4, &x.Count)
}

// Fields implements [compact.Value].
func (s *Seat) Fields(c *compact.Codec) {
	if c.Open(1) {
		s.Spoke.Fields(c)
		c.Close()
	}
	c.Float(2, &s.Share)
	compact.Uint(c, 3, &s.Colds)
	compact.Uint(c, 4, &s.Taken)
	if compact.OpenPointer(c, 5, &s.Words) {
		s.Words.Fields(c)
		c.Close()
	}
	for i := range compact.Items(c, 6, &s.Talked) {
		s.Talked[i].Fields(c)
		c.End()
	}
	if c.Open(7) {
		s.Called.Fields(c)
		c.Close()
	}
}

// fields lists those of a person, under the numbers that an [Author] has, too. A name
// that is read is put behind the others.
func (p *Person) fields(c *compact.Codec, name string, names []byte) []byte {
	var d Dealings
	if p.Dealings != nil {
		d = *p.Dealings
	}
	last := p.last()
	compact.Uint(c, 1, &p.Key)
	read := c.Lent(2, name)
	fields(c, &last, &d)
	if !c.Reading() {
		return names
	}
	p.no, p.at = last.No, last.At
	if d != (Dealings{}) {
		read := d // d itself would be put on the heap for everybody
		p.Dealings = &read
	}
	return p.putName(names, read)
}

// Fields implements [compact.Value].
func (a *Author) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &a.Key)
	fields(c, &a.Last, &a.Dealings)
}

// fields lists what a person and an author have in common.
func fields(c *compact.Codec, last *Moment, d *Dealings) {
	if c.Open(3) {
		last.Fields(c)
		c.Close()
	}
	compact.Uint(c, 4, &d.To)
	if c.Open(5) {
		d.Aim.Fields(c)
		c.Close()
	}
	compact.Uint(c, 6, &d.By)
	if c.Open(7) {
		d.Got.Fields(c)
		c.Close()
	}
	c.Float(8, &d.Replies)
}

// Fields implements [compact.Value].
func (p *Past) Fields(c *compact.Codec) {
	if c.Open(1) {
		p.Moment.Fields(c)
		c.Close()
	}
	compact.Uint(c, 2, &p.Of)
	if c.Open(3) {
		p.Before.Fields(c)
		c.Close()
	}
	compact.Uint(c, 4, &p.Speaker)
	compact.Int(c, 5, &p.Gap)
	c.Float(6, &p.Pace)
	c.Float(7, &p.Replies)
}

// Fields implements [compact.Value].
func (r *Room) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &r.No)
	compact.Uint(c, 2, &r.Speaker)
	if c.Open(3) {
		r.Spoken.Fields(c)
		c.Close()
	}
	c.Float(4, &r.Pace)
	c.Float(5, &r.Replies)
	var room [Most * nameBytes]byte
	names := room[:0]
	for i := range compact.Items(c, 6, &r.People) {
		p := &r.People[i]
		names = p.fields(c, r.nameOf(p), names)
		c.End()
	}
	if c.Reading() {
		r.names = string(names)
	}
	for i := range compact.Items(c, 7, &r.Kept) {
		r.Kept[i].Fields(c)
		c.End()
	}
}

// Fields implements [compact.Value].
func (t *Table) Fields(c *compact.Codec) {
	if c.Open(1) {
		t.Room.Fields(c)
		c.Close()
	}
}

// Fields implements [compact.Value].
func (w *Words) Fields(c *compact.Codec) {
	for i := range w {
		compact.Uint(c, byte(i+1), &w[i])
	}
}
