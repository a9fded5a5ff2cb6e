package discord

import (
	"hash/maphash"

	"familiar/messages"
)

// textsKept is how many messages are remembered.
const textsKept = 8192

// texts remembers fingerprints of what was heard, to tell an edit from the
// other changes Discord reports: a link's preview, a pin, a thread begun.
type texts struct {
	seed   maphash.Seed
	prints *memory[string, uint64]
}

func newTexts() *texts { return &texts{maphash.MakeSeed(), newMemory[string, uint64](textsKept)} }

// keep remembers what l says, once it was taken.
func (t *texts) keep(l *messages.Line) { t.prints.put(string(l.ID), t.print(l)) }

// changed reports whether l says something else than what is remembered. A
// message that is not remembered counts as changed.
func (t *texts) changed(l *messages.Line) bool {
	was, known := t.prints.get(string(l.ID))
	return !known || was != t.print(l)
}

func (t *texts) print(l *messages.Line) uint64 {
	var h maphash.Hash
	h.SetSeed(t.seed)
	_, _ = h.WriteString(l.Text)
	for _, a := range l.Attachments {
		_, _ = h.WriteString("\x00" + a.ID)
	}
	return h.Sum64()
}
