package transcript

import (
	"slices"

	"familiar/internal/fnv"
	"familiar/messages"
)

// OwnersMost is how many of the newest lines of seats that share an account are
// remembered, so that a reply to one that isn't resident any more is for the
// seat that said it.
const OwnersMost = 64

// SeatsMost is how many seats a channel can have: the marks of a line are bits.
const SeatsMost = 32

// Owners are which seat said the newest lines of an account that several share:
// a hash of the id and the seat each, oldest first.
type Owners []uint64

// Add remembers that seat i said a line.
func (o *Owners) Add(line messages.LineID, i int) {
	if line == "" {
		return
	}
	if len(*o) == OwnersMost {
		*o = slices.Delete(*o, 0, 1)
	}
	*o = append(*o, fnv.Sum(line)/SeatsMost*SeatsMost+uint64(i))
}

// Of returns the seat that said a line, of those that may have; -1 if that is
// not remembered.
func (o Owners) Of(line messages.LineID, may func(i int) bool) int {
	for _, owned := range o {
		if i := int(owned % SeatsMost); owned/SeatsMost == fnv.Sum(line)/SeatsMost && may(i) {
			return i
		}
	}
	return -1
}

// Reseat moves what is remembered along with the seats, as [Marks.Reseat] does,
// and drops what seats said that are gone.
func (o *Owners) Reseat(to []int) {
	was := func(owned uint64) int { return int(owned % SeatsMost) }
	*o = slices.DeleteFunc(*o, func(owned uint64) bool { return was(owned) >= len(to) || to[was(owned)] < 0 })
	for k, owned := range *o {
		(*o)[k] = owned - uint64(was(owned)) + uint64(to[was(owned)])
	}
}
