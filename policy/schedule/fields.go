package schedule

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (e *Entry) Fields(c *compact.Codec) {
	if c.Open(1) {
		e.Deadline.Fields(c)
		c.Close()
	}
	compact.Text(c, 2, &e.Familiar)
	compact.Uint(c, 3, &e.Plan)
	compact.Int(c, 4, &e.Wall)
}

// Fields implements [compact.Value].
func (r *Ready) Fields(c *compact.Codec) {
	compact.Text(c, 1, &r.Familiar)
	compact.Text(c, 2, &r.Name)
	compact.At(c, 3, &r.Due)
}

// Fields implements [compact.Value].
func (k *Clock) Fields(c *compact.Codec) {
	for i := range compact.Items(c, 1, &k.Entries) {
		k.Entries[i].Fields(c)
		c.End()
	}
	compact.At(c, 2, &k.Heard)
	for i := range compact.Items(c, 3, &k.Ready) {
		k.Ready[i].Fields(c)
		c.End()
	}
	if c.Open(4) {
		k.Again.Fields(c)
		c.Close()
	}
}
