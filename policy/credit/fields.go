package credit

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (e *Entry) Fields(c *compact.Codec) {
	compact.Text(c, 1, &e.Author)
	compact.At(c, 2, &e.Until)
}

// Fields implements [compact.Value].
func (l *Ledger) Fields(c *compact.Codec) {
	for i := range compact.Items(c, 1, &l.Entries) {
		l.Entries[i].Fields(c)
		c.End()
	}
}
