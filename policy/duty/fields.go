package duty

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (e *Errand) Fields(c *compact.Codec) {
	compact.Text(c, 1, &e.Familiar)
	compact.Text(c, 2, &e.Prompt)
	c.Flag(3, &e.Timed)
	compact.Text(c, 4, &e.Say)
	compact.At(c, 5, &e.Failed)
}

// Fields implements [compact.Value].
func (f *Fork) Fields(c *compact.Codec) {
	if c.Open(1) {
		f.Deadline.Fields(c)
		c.Close()
	}
	compact.Uint(c, 2, &f.ID)
	compact.Text(c, 3, &f.Familiar)
	compact.Uint(c, 4, &f.No)
	compact.Text(c, 5, &f.Line)
	compact.Text(c, 6, &f.Text)
	compact.At(c, 7, &f.Said)
	compact.Text(c, 8, &f.Why)
	compact.Uints(c, 9, &f.Asked)
	compact.At(c, 10, &f.Until)
	compact.Text(c, 11, &f.Answer)
}

// Fields implements [compact.Value].
func (f *Fix) Fields(c *compact.Codec) {
	if c.Open(1) {
		f.Deadline.Fields(c)
		c.Close()
	}
	compact.Uint(c, 2, &f.ID)
	compact.Text(c, 3, &f.Parent)
	compact.Text(c, 4, &f.Familiar)
	compact.Text(c, 5, &f.Text)
	compact.Text(c, 6, &f.Why)
	c.Flag(7, &f.Done)
	compact.Text(c, 8, &f.Answer)
	compact.Text(c, 9, &f.Failure)
}

// Fields implements [compact.Value].
func (w *WhyAsked) Fields(c *compact.Codec) {
	if c.Open(1) {
		w.Deadline.Fields(c)
		c.Close()
	}
	compact.Text(c, 2, &w.Familiar)
	compact.Text(c, 3, &w.Asked)
	compact.Text(c, 4, &w.Line)
	compact.Int(c, 5, &w.Last)
}

// Fields implements [compact.Value].
func (a *LinkAsked) Fields(c *compact.Codec) {
	if c.Open(1) {
		a.Deadline.Fields(c)
		c.Close()
	}
	compact.Int(c, 2, &a.Tries)
	compact.Uint(c, 3, &a.Said.N)
	compact.Text(c, 4, &a.Said.Of.Network)
	compact.Text(c, 5, &a.Said.Of.Person)
	compact.Text(c, 6, &a.Said.Of.Name)
	compact.Text(c, 7, &a.Said.Code)
	c.Flag(8, &a.Said.Ends)
	compact.Text(c, 9, &a.Said.Line)
	compact.Text(c, 10, &a.Said.Familiar)
	c.Flag(11, &a.Said.Public)
	c.Bytes(12, &a.Said.Random)
	compact.Text(c, 13, &a.Said.Share)
}

// Fields implements [compact.Value].
func (d *Duties) Fields(c *compact.Codec) {
	for i := range compact.Items(c, 1, &d.Errands) {
		d.Errands[i].Fields(c)
		c.End()
	}
	for i := range compact.Items(c, 2, &d.Forks) {
		d.Forks[i].Fields(c)
		c.End()
	}
	if compact.Pointer(c, 3, &d.Fix) {
		d.Fix.Fields(c)
		c.End()
	}
	for i := range compact.Items(c, 4, &d.Whys) {
		d.Whys[i].Fields(c)
		c.End()
	}
	for i := range compact.Items(c, 5, &d.Links) {
		d.Links[i].Fields(c)
		c.End()
	}
}
