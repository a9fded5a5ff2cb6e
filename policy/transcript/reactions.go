package transcript

import (
	"cmp"
	"slices"

	"familiar/internal/fnv"
	"familiar/messages"
)

// What is kept of the reactions people make.
const (
	ReactedMost = 32 // lines with reactions; beyond it the oldest loses its own
	KindsMost   = 8  // kinds at one line; further ones are dropped
	NamesMost   = 3  // people of a kind whose names are kept
	CountedMost = 50 // people of a kind besides those who are counted
)

// Reactions are those to resident lines, oldest line first. They stand beside
// the lines, since most have none and each would carry the room for them. nil are none.
type Reactions []Reacted

// A Reacted is a line to which people have reacted.
type Reacted struct {
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

// IsZero reports whether there are none.
func (all *Reactions) IsZero() bool { return all == nil || len(*all) == 0 }

// Add counts a reaction of somebody to a line.
func (all *Reactions) Add(no uint32, emoji string, by messages.Author) {
	k, known := all.place(no)
	if !known {
		*all = slices.Insert(*all, k, Reacted{No: no})
	}
	(*all)[k].add(emoji, by)
	if len(*all) > ReactedMost {
		*all = slices.Delete(*all, 0, 1)
	}
}

// Remove takes a reaction of somebody to a line away: without an emoji all of
// them, and without an id everybody's.
func (all *Reactions) Remove(no uint32, emoji string, id messages.PersonID) {
	if all == nil {
		return
	}
	k, known := all.place(no)
	if !known {
		return
	}
	line := &(*all)[k]
	for i := 0; i < len(line.Kinds); {
		if kind := &line.Kinds[i]; (emoji == "" || kind.Emoji == emoji) && kind.drop(id) {
			line.Kinds = slices.Delete(line.Kinds, i, i+1)
			continue
		}
		i++
	}
	if len(line.Kinds) == 0 {
		*all = slices.Delete(*all, k, k+1)
	}
	all.tidy()
}

// Forget takes out what somebody reacted.
func (all *Reactions) Forget(id messages.PersonID) {
	if all == nil {
		return
	}
	for k := len(*all) - 1; k >= 0; k-- { // from the end: the last of a line takes its place away
		all.Remove((*all)[k].No, "", id)
	}
}

// Drop drops the reactions to lines that the log has no more, or that are gone.
func (all *Reactions) Drop(lines *Log) {
	if all == nil {
		return
	}
	*all = slices.DeleteFunc(*all, func(r Reacted) bool {
		line := lines.At(r.No)
		return line == nil || line.Gone()
	})
	all.tidy()
}

// Fade drops the reactions to lines that are no longer resident.
func (all *Reactions) Fade(lines *Log) {
	if !all.IsZero() && (*all)[0].No < lines.Oldest() {
		all.Drop(lines)
	}
}

// Tallies returns the reactions to a line as prompts show them.
func (all *Reactions) Tallies(no uint32) (tallies []messages.Tally) {
	if all == nil {
		return nil
	}
	k, known := all.place(no)
	if !known {
		return nil
	}
	for _, kind := range (*all)[k].Kinds {
		t := messages.Tally{Emoji: kind.Emoji, More: len(kind.More)}
		for _, by := range kind.First {
			t.Names = append(t.Names, by.Name)
		}
		tallies = append(tallies, t)
	}
	return tallies
}

// Names returns how many names the tallies of all lines have.
func (all *Reactions) Names() (n int) {
	if all == nil {
		return 0
	}
	for _, line := range *all {
		for _, kind := range line.Kinds {
			n += len(kind.First)
		}
	}
	return n
}

// Has reports whether a reaction of somebody is kept.
func (all *Reactions) Has(id messages.PersonID) bool {
	return all != nil && slices.ContainsFunc(*all, func(r Reacted) bool {
		return slices.ContainsFunc(r.Kinds, func(k Kind) bool { return k.has(id) })
	})
}

// place returns where the reactions to a line lie, or would.
func (all Reactions) place(no uint32) (int, bool) {
	return slices.BinarySearchFunc(all, no, func(r Reacted, no uint32) int { return cmp.Compare(r.No, no) })
}

// tidy leaves nothing where there are none.
func (all *Reactions) tidy() {
	if len(*all) == 0 {
		*all = nil
	}
}

// add counts somebody in, unless they are already.
func (m *Reacted) add(emoji string, by messages.Author) {
	k := slices.IndexFunc(m.Kinds, func(kind Kind) bool { return kind.Emoji == emoji })
	if k < 0 {
		if len(m.Kinds) == KindsMost {
			return
		}
		k, m.Kinds = len(m.Kinds), append(m.Kinds, Kind{Emoji: emoji})
	}
	kind := &m.Kinds[k]
	switch {
	case kind.has(by.ID):
	case len(kind.First) < NamesMost:
		kind.First = append(kind.First, by)
	case len(kind.More) < CountedMost:
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
