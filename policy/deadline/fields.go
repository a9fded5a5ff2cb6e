package deadline

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (d *Deadline) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &d.N)
	compact.At(c, 2, &d.At)
}
