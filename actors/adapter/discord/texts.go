package discord

import (
	"familiar/actors/adapter"
	"familiar/messages"
)

// textsKept is how many messages are remembered.
const textsKept = 8192

// texts remembers fingerprints of what was heard, to tell an edit from the
// other changes Discord reports: a link's preview, a pin, a thread begun.
type texts struct {
	prints *adapter.Recent[messages.LineID, uint64]
}

func newTexts() *texts { return &texts{adapter.NewRecent[messages.LineID, uint64](textsKept)} }

// rememberText remembers what l says, once it was taken.
func (t *texts) rememberText(l *messages.Line) {
	t.prints.Put(l.ID, adapter.PrintOf(l.Text, l.Attachments))
}

// known reports whether m was handed over, as far as is remembered.
func (t *texts) known(m *message) bool { return t.prints.Has(messages.LineID(m.ID)) }

// changed reports whether l says something else than what is remembered. A
// message that is not remembered counts as changed.
func (t *texts) changed(l *messages.Line) bool {
	was, known := t.prints.Get(l.ID)
	return !known || was != adapter.PrintOf(l.Text, l.Attachments)
}
