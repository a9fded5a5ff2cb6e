package cues

import "slices"

// A place is where a word has to stand for what it says.
type place uint8

const (
	within place = iota // anywhere in a stretch
	first               // at the head of a line
	whole               // all of a stretch
)

// An entry is one word of a table.
type entry struct {
	text  string
	marks Marks // 0: it holds a word that would say something, and says nothing
	at    place
}

// An index finds entries by three bytes, which most characters beyond ASCII
// have. Others may share their slot, so texts are compared, longer ones first.
type index struct {
	some  [1 << indexBits / 64]uint64 // a bit for each slot that has entries, since most have none
	slots [1 << indexBits][]entry
}

const indexBits = 10

func slot(three string) uint32 {
	_ = three[2]
	of := uint32(three[0])<<16 | uint32(three[1])<<8 | uint32(three[2])
	return of * 0x9e3779b1 >> (32 - indexBits)
}

func (x *index) add(three string, e entry) {
	at := slot(three)
	x.some[at>>6] |= 1 << (at & 63)
	x.slots[at] = append(x.slots[at], e)
	slices.SortStableFunc(x.slots[at], func(a, b entry) int { return len(b.text) - len(a.text) })
}

// at returns the entries of a slot.
func (x *index) at(three string) []entry {
	at := slot(three)
	if x.some[at>>6]>>(at&63)&1 == 0 {
		return nil
	}
	return x.slots[at]
}

// byHead are the entries of scripts without spaces by their first character.
var byHead = func() *index {
	x := new(index)
	for _, l := range languages {
		for _, list := range []struct {
			words string
			marks Marks
			at    place
		}{
			{l.otherwise, 0, within},
			{l.asksWithin, Asks, within},
			{l.thanksWithin, Thanks, within},
			{l.thanksWhole, Thanks, whole},
			{l.nodsFirst, Nods, first},
			{l.nodsWhole, Nods, whole},
		} {
			for text := range each(list.words) {
				x.add(text, entry{text, list.marks, list.at})
			}
		}
	}
	return x
}()

// byEnd are the endings by their last character.
var byEnd = func() *index {
	x := new(index)
	for _, l := range languages {
		for text := range each(l.endsOtherwise) {
			x.add(text[len(text)-3:], entry{text: text})
		}
		for text := range each(l.ends) {
			x.add(text[len(text)-3:], entry{text: text, marks: Asks})
		}
	}
	return x
}()

// behind is what may stand behind a name, by its first character.
var behind = func() *index {
	x := new(index)
	for _, l := range languages {
		for text := range each(l.calls) {
			x.add(text, entry{text: text})
		}
		for text := range each(l.cases) {
			x.add(text, entry{text: text, marks: joined})
		}
		for text := range each(l.you) {
			x.add(text, entry{text: text, marks: you})
		}
	}
	return x
}()

// Marks of what is behind a name; without one it is a title, by which somebody is
// called.
const (
	joined Marks = 1 << 6 // a particle
	you    Marks = 1 << 7
)
