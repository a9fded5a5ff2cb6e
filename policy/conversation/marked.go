package conversation

import (
	"slices"

	"familiar/internal/fnv"
	"familiar/messages"
)

// What is kept of the reactions people make.
const (
	markedMax = 32 // lines with reactions; beyond it the oldest loses its own
	kindsMax  = 8  // kinds at one line; further ones are dropped
	firstMax  = 3  // people of a kind whose names are kept
	moreMax   = 50 // people of a kind besides those who are counted
)

// A Marked is a resident line to which people have reacted. It stands beside
// the transcript, since most lines have no reaction and every entry would carry
// the room for them.
type Marked struct {
	No    uint32 `json:"n"`
	Kinds []Kind `json:"k"` // in the order they came
}

// A Kind is one emoji at a line. Whoever put it there counts once: the first by
// name, the others by a hash of their id, so that several accounts may report
// the same and a removal finds whom it is about.
type Kind struct {
	Emoji string            `json:"e"`
	First []messages.Author `json:"f,omitempty"`
	More  []uint32          `json:"m,omitempty"`
}

// add counts somebody in, unless they are already.
func (m *Marked) add(emoji string, by messages.Author) {
	k := slices.IndexFunc(m.Kinds, func(kind Kind) bool { return kind.Emoji == emoji })
	if k < 0 {
		if len(m.Kinds) == kindsMax {
			return
		}
		k, m.Kinds = len(m.Kinds), append(m.Kinds, Kind{Emoji: emoji})
	}
	kind := &m.Kinds[k]
	switch {
	case kind.has(by.ID):
	case len(kind.First) < firstMax:
		kind.First = append(kind.First, by)
	case len(kind.More) < moreMax:
		kind.More = append(kind.More, token(by.ID))
	}
}

func (k *Kind) has(id messages.PersonID) bool {
	return slices.Contains(k.More, token(id)) || slices.ContainsFunc(k.First, func(a messages.Author) bool { return a.ID == id })
}

// token is what stands for somebody who is only counted.
func token(id messages.PersonID) uint32 { return uint32(fnv.Sum(id)) }

// drop counts somebody out, or everybody without an id, and reports whether
// nobody is left.
func (k *Kind) drop(id messages.PersonID) (empty bool) {
	if id == "" {
		return true
	}
	k.First = slices.DeleteFunc(k.First, func(a messages.Author) bool { return a.ID == id })
	k.More = slices.DeleteFunc(k.More, func(t uint32) bool { return t == token(id) })
	return len(k.First)+len(k.More) == 0
}
