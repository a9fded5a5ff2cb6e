package web

import (
	"math"
	"slices"

	"familiar/actors/adapter"
	"familiar/internal/grow"
	"familiar/messages"
)

const (
	// maxLines is how many lines of a channel are remembered: as many ids as a
	// channel's state keeps to drop repeats.
	maxLines = 512

	maxAuthors = 64  // of a channel who are told of, of those who wrote its remembered lines
	maxPerson  = 256 // bytes; who has a longer id isn't remembered
)

// A room is what is remembered of a channel: its newest lines, 10 bytes each, by the
// hash of their ids, and who wrote them. To look through 512 takes less than to write
// one line.
type room struct {
	used    uint64 // when a line was last kept, by the stripe's count
	ids     []uint64
	by      []uint16                        // who wrote each: a place among people, or nobody
	old     int                             // where the oldest is, once there are maxLines
	partial map[uint64][]messages.AccountID // who has a line that not all have yet
	people  []messages.Author               // as on their newest line; whoever has no line left makes room for the next
}

// nobody is no place: of a line whose writer isn't remembered.
const nobody = math.MaxUint16

// setLine adds a line, or says anew who has it: some accounts; nil: all.
func (r *room) setLine(id uint64, author messages.Author, some []messages.AccountID) {
	delete(r.partial, id)
	if some != nil {
		if r.partial == nil {
			r.partial = map[uint64][]messages.AccountID{}
		}
		r.partial[id] = some
	}
	switch {
	case slices.Contains(r.ids, id):
	case len(r.ids) < maxLines:
		r.ids, r.by = append(grow.ByQuarter(r.ids, 4), id), append(grow.ByQuarter(r.by, 4), r.meet(author))
	default:
		delete(r.partial, r.ids[r.old])
		r.by[r.old] = nobody
		r.ids[r.old], r.by[r.old] = id, r.meet(author)
		r.old = (r.old + 1) % maxLines
	}
}

// meet returns the place of somebody, who may be new or have another name.
func (r *room) meet(a messages.Author) uint16 {
	if len(a.ID) > maxPerson {
		return nobody
	}
	a.Name = adapter.CleanName(a.Name, adapter.NameMost)
	at := slices.IndexFunc(r.people, func(known messages.Author) bool { return known.ID == a.ID })
	if at < 0 {
		at = r.newPlace()
		r.people[at] = a
	}
	if known := &r.people[at]; *known != a {
		known.Name, known.Bot = a.Name, a.Bot
	}
	return uint16(at)
}

// newPlace returns one that none of the lines has, made if there is none.
func (r *room) newPlace() int {
	var taken [maxLines]bool
	for _, at := range r.by {
		if at != nobody {
			taken[at] = true
		}
	}
	if at := slices.Index(taken[:len(r.people)], false); at >= 0 {
		return at
	}
	r.people = append(grow.By(r.people, 4), messages.Author{})
	return len(r.people) - 1
}

// takenBy returns who has a line: some accounts, or all.
func (r *room) takenBy(id uint64) (some []messages.AccountID, all bool) {
	if !slices.Contains(r.ids, id) {
		return nil, false
	}
	some = r.partial[id]
	return some, some == nil
}

// author returns who wrote a line; zero: that isn't remembered.
func (r *room) author(id uint64) messages.Author {
	if i := slices.Index(r.ids, id); i >= 0 && r.by[i] != nobody {
		return r.people[r.by[i]]
	}
	return messages.Author{}
}

// authors returns who wrote lately, newest first.
func (r *room) authors() (lately []messages.Author) {
	var met [maxLines]bool
	for back := range r.by {
		at := r.by[(r.old+len(r.by)-1-back)%len(r.by)]
		if at == nobody || met[at] {
			continue
		}
		met[at] = true
		if lately = append(lately, r.people[at]); len(lately) == maxAuthors {
			break
		}
	}
	return lately
}
