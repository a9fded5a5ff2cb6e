package index

import (
	"hash/maphash"
	"slices"

	"familiar/internal/fnv"
	"familiar/messages"
)

// A Key stands for a line or a person. Two may have the same: what is found by
// one is to be looked at. It means nothing outside the process.
type Key uint32

// seed is the process's: keys are never written.
var seed = maphash.MakeSeed()

// lineKey returns a line's.
func lineKey(id messages.LineID) Key { return Key(maphash.String(seed, string(id))) }

// personKey returns a person's.
func personKey(id messages.PersonID) Key { return Key(maphash.String(seed, string(id))) }

// A Mask tells which acts, rungs and familiars notes have, a bit for each. Two may
// have the same.
type Mask uint64

// Of the bits, the first are acts, then come familiars, then rungs.
const (
	actBits      = 16
	familiarBits = 16
	rungBits     = 64 - actBits - familiarBits
)

// MaskOf returns what a note has.
func MaskOf(n *messages.Note) Mask {
	return actMask(n.Act) | familiarMask(n.Familiar) | rungMask(n.Rung)
}

// actMask returns an act's bit.
func actMask(a messages.Act) Mask { return 1 << (fnv.Sum(a) % actBits) }

// familiarMask returns a familiar's bit.
func familiarMask(f messages.FamiliarID) Mask { return 1 << (actBits + fnv.Sum(f)%familiarBits) }

// rungMask returns a rung's bit.
func rungMask(r messages.Rung) Mask { return 1 << (actBits + familiarBits + fnv.Sum(r)%rungBits) }

// AddNote adds what one of a message's notes has.
func (m *Message) AddNote(n *messages.Note) {
	m.Has |= MaskOf(n)
	m.AddLine(n.Line, n.At)
}

// AddAuthor adds who wrote a line of a record.
func (m *Message) AddAuthor(who messages.PersonID) {
	if k := personKey(who); !slices.Contains(m.Keys, k) {
		m.Keys = append(m.Keys, k)
	}
}

// AddLine adds the line of a note whose acts and rungs are known; "": it is about
// none.
func (m *Message) AddLine(id messages.LineID, at messages.Instant) {
	if m.count++; m.count == 1 {
		m.From, m.To = at, at
	}
	m.From, m.To = min(m.From, at), max(m.To, at)
	if id == "" {
		return
	}
	if k := lineKey(id); len(m.Keys) == 0 || m.Keys[len(m.Keys)-1] != k {
		m.Keys = append(m.Keys, k)
	}
}
