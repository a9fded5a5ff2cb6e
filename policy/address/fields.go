package address

import (
	"familiar/internal/compact"
	"familiar/policy/transcript"
)

// Fields implements [compact.Value].
func (b *Book) Fields(c *compact.Codec) {
	var owned transcript.Owners
	if b.shares() {
		owned = *b.owned
	}
	if compact.Uints(c, 1, &owned); len(owned) > transcript.OwnersMost {
		c.Fail(compact.ErrDamaged)
	}
	if c.Reading() && len(owned) > 0 {
		read := owned // owned itself would be put on the heap for everybody
		b.owned = &read
	}
}
