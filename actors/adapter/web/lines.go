package web

import (
	"slices"

	"familiar/messages"
)

// maxLines is how many lines of a channel are remembered: as many ids as a
// channel's state keeps to drop repeats.
const maxLines = 512

// lines remembers the newest lines of a channel, 10 bytes each, by the hash of
// their ids. To look through 512 takes less than to write one line.
type lines struct {
	ids     []uint64 // a ring once it is full
	by      []uint16 // who wrote each: an index of writers
	writers []writer
	old     int
	partial map[uint64][]messages.AccountID // who has a line that not all have yet
}

// A writer wrote some of the lines.
type writer struct {
	id    messages.PersonID
	lines int // 0: the place is free, and id empty
}

// setLine adds a line, or says anew who has it: some accounts; nil: all.
func (l *lines) setLine(id uint64, by messages.PersonID, some []messages.AccountID) {
	delete(l.partial, id)
	if some != nil {
		if l.partial == nil {
			l.partial = map[uint64][]messages.AccountID{}
		}
		l.partial[id] = some
	}
	switch {
	case slices.Contains(l.ids, id):
	case len(l.ids) < maxLines:
		l.ids, l.by = append(l.ids, id), append(l.by, l.wrote(by))
	default:
		delete(l.partial, l.ids[l.old])
		l.gone(l.by[l.old])
		l.ids[l.old], l.by[l.old] = id, l.wrote(by)
		l.old = (l.old + 1) % maxLines
	}
}

// wrote counts a line to its writer.
func (l *lines) wrote(id messages.PersonID) uint16 {
	k := slices.IndexFunc(l.writers, func(w writer) bool { return w.id == id })
	if k < 0 {
		k = slices.IndexFunc(l.writers, func(w writer) bool { return w.lines == 0 })
	}
	if k < 0 {
		k = len(l.writers)
		l.writers = append(l.writers, writer{})
	}
	l.writers[k] = writer{id, l.writers[k].lines + 1}
	return uint16(k)
}

// gone takes a line from its writer.
func (l *lines) gone(by uint16) {
	w := &l.writers[by]
	if w.lines--; w.lines == 0 {
		w.id = ""
	}
}

// takenBy returns who has a line: some accounts, or all.
func (l *lines) takenBy(id uint64) (some []messages.AccountID, all bool) {
	if !slices.Contains(l.ids, id) {
		return nil, false
	}
	some = l.partial[id]
	return some, some == nil
}

// author returns who wrote a line; "" if it isn't remembered.
func (l *lines) author(id uint64) messages.PersonID {
	if i := slices.Index(l.ids, id); i >= 0 {
		return l.writers[l.by[i]].id
	}
	return ""
}
