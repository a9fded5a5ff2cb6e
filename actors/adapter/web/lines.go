package web

import (
	"slices"

	"familiar/messages"
)

// maxLines is how many lines of a channel are remembered: as many ids as a
// channel's state keeps to drop repeats.
const maxLines = 512

// lines remembers the newest lines of a channel, 24 bytes each, by the hash
// of their ids. To look through 512 takes less than to write one line.
type lines struct {
	ids     []uint64 // a ring once it is full
	writers []messages.PersonID
	old     int
	partial map[uint64][]messages.AccountID // who has a line that not all have yet
}

// keep adds a line, or says anew who has it: some accounts; nil: all.
func (l *lines) keep(id uint64, writer messages.PersonID, some []messages.AccountID) {
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
		l.ids, l.writers = append(l.ids, id), append(l.writers, writer)
	default:
		delete(l.partial, l.ids[l.old])
		l.ids[l.old], l.writers[l.old] = id, writer
		l.old = (l.old + 1) % maxLines
	}
}

// taken gives who has a line: some accounts, or all.
func (l *lines) taken(id uint64) (some []messages.AccountID, all bool) {
	if !slices.Contains(l.ids, id) {
		return nil, false
	}
	some = l.partial[id]
	return some, some == nil
}

// author gives who wrote a line; "" if it isn't remembered.
func (l *lines) author(id uint64) messages.PersonID {
	if i := slices.Index(l.ids, id); i >= 0 {
		return l.writers[i]
	}
	return ""
}
