package address

import (
	"familiar/internal/compact"
	"familiar/policy/transcript"
)

// Fields implements [compact.Value].
func (b *Book) Fields(c *compact.Codec) {
	if compact.Uints(c, 1, &b.owned); len(b.owned) > transcript.OwnersMost {
		c.Fail(compact.ErrDamaged)
	}
}
