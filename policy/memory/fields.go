package memory

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (f *Source) Fields(c *compact.Codec) {
	compact.Text(c, 1, &f.Line)
	compact.Text(c, 2, &f.By)
	compact.At(c, 3, &f.At)
}

// Fields implements [compact.Value].
func (m *Memory) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &m.ID)
	compact.Text(c, 2, &m.Text)
	compact.Text(c, 3, &m.About)
	compact.Text(c, 4, &m.Name)
	for i := range compact.Items(c, 5, &m.From) {
		m.From[i].Fields(c)
		c.End()
	}
	compact.At(c, 6, &m.At)
	compact.Uint(c, 7, &m.Sure)
	compact.Uint(c, 8, &m.Window)
}

// Fields implements [compact.Value].
func (w *Window) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &w.ID)
	compact.Uints(c, 2, &w.Lines)
	compact.Uints(c, 3, &w.People)
	compact.At(c, 4, &w.Oldest)
	c.Flag(5, &w.Open)
	compact.Uint(c, 6, &w.Agreed)
}

// Fields implements [compact.Value].
func (o *Offer) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &o.Version)
	compact.Uint(c, 2, &o.Known)
	compact.Uint(c, 3, &o.Sum)
	if c.Open(4) {
		o.Deadline.Fields(c)
		c.Close()
	}
	compact.Uint(c, 5, &o.Tries)
}

// Fields implements [compact.Value].
func (s *Sharing) Fields(c *compact.Codec) {
	if c.Open(1) {
		s.Offer.Fields(c)
		c.Close()
	}
	for i := range compact.Items(c, 2, &s.Agreements) {
		a := &s.Agreements[i]
		compact.Uint(c, 1, &a.Account)
		compact.Uint(c, 2, &a.Number)
		compact.Uint(c, 3, &a.Since)
		c.End()
	}
}

// Fields implements [compact.Value].
func (d *Directory) Fields(c *compact.Codec) {
	for i := range compact.Items(c, 1, &d.Channels) {
		h := &d.Channels[i]
		compact.Text(c, 1, &h.Channel)
		compact.Uint(c, 2, &h.Version)
		for k := range compact.Items(c, 3, &h.Held) {
			compact.Text(c, 1, &h.Held[k].Familiar)
			compact.Uints(c, 2, &h.Held[k].People)
			c.End()
		}
		c.End()
	}
}

// Fields implements [compact.Value].
func (q *Question) Fields(c *compact.Codec) {
	if c.Open(1) {
		q.Deadline.Fields(c)
		c.Close()
	}
	compact.Uint(c, 2, &q.From)
	compact.Uint(c, 3, &q.Upto)
	if c.Open(4) {
		q.Window.Fields(c)
		c.Close()
	}
}

// Fields implements [compact.Value]. What a program kept that knew of no windows isn't
// taken over: nobody can tell any more with which lines it would have to go.
func (s *State) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &s.Last)
	for i := range compact.Items(c, 2, &s.Kept) {
		s.Kept[i].Fields(c)
		c.End()
	}
	compact.Uint(c, 3, &s.Learned)
	compact.Uint(c, 4, &s.Counted)
	compact.Uint(c, 5, &s.Lines)
	compact.Uint(c, 6, &s.Chars)
	compact.At(c, 7, &s.Heard)
	compact.At(c, 8, &s.Begun)
	compact.Uint(c, 9, &s.Failures)
	if c.Open(10) {
		s.Timer.Fields(c)
		c.Close()
	}
	if compact.Pointer(c, 11, &s.Asked) {
		s.Asked.Fields(c)
		c.End()
	}
	compact.Uint(c, 12, &s.Shown)
	for i := range compact.Items(c, 13, &s.Windows) {
		s.Windows[i].Fields(c)
		c.End()
	}
	if c.Reading() {
		s.adopt()
	}
}
