package address

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (b *Book) Fields(c *compact.Codec) { compact.Uints(c, 1, &b.owned) }
