package erasing

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (t *Text) Fields(c *compact.Codec) {
	if c.Open(1) {
		t.Deadline.Fields(c)
		c.Close()
	}
	compact.Text(c, 2, &t.Line)
	compact.Text(c, 3, &t.Person)
	c.Flag(4, &t.All)
	compact.At(c, 5, &t.Before)
	c.Flag(6, &t.Held)
	compact.At(c, 7, &t.Until)
	c.Flag(8, &t.Memories)
}
