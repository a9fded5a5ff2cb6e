package inquiry

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (f *Fetching) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &f.N)
	compact.Text(c, 2, &f.Account)
}

// Fields implements [compact.Value].
func (q *Inquiry) Fields(c *compact.Codec) {
	if c.Open(1) {
		q.Members.Fields(c)
		c.Close()
	}
	compact.At(c, 2, &q.Asked)
	compact.Uint(c, 3, &q.History)
	for i := range compact.Items(c, 4, &q.Held) {
		q.Held[i].Fields(c)
		c.End()
	}
	if c.Open(5) {
		q.Until.Fields(c)
		c.Close()
	}
	compact.Text(c, 6, &q.MembersOf)
	compact.Text(c, 7, &q.HistoryOf)
	for i := range compact.Items(c, 8, &q.More) {
		q.More[i].Fields(c)
		c.End()
	}
}

// Fields implements [compact.Value].
func (d *Desk) Fields(c *compact.Codec) {
	if compact.Pointer(c, 1, &d.Inquiry) {
		d.Inquiry.Fields(c)
		c.End()
	}
}

// Fields implements [compact.Value]. The line is written as the journal has it.
func (h *Held) Fields(c *compact.Codec) {
	var written []byte
	if !c.Reading() {
		var err error
		if written, err = h.MarshalJSON(); err != nil {
			c.Fail(err)
		}
	}
	c.Bytes(1, &written)
	if c.Reading() {
		if err := h.UnmarshalJSON(written); err != nil {
			c.Fail(err)
		}
	}
}
