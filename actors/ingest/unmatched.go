package ingest

import (
	"cmp"
	"log/slog"
	"slices"
	"sync"
	"time"

	"familiar/messages"
)

// unmatchedMost is how many rooms without a familiar are known by name, and so
// how many lines of the log there are about them.
const unmatchedMost = 500

// An unmatched is the rooms in which lines are said that nobody hears, since the
// configuration puts nobody there. It keeps no line. The zero unmatched knows
// none.
type unmatched struct {
	mu    sync.Mutex // the accounts of all networks report to it
	rooms map[messages.ChannelID]messages.Unmatched
	full  bool // that there are more has been said
}

// count takes a line of a channel nobody is in. Of a room's first one the log
// tells, with nothing of what was said; silent says why nobody is there.
func (u *unmatched) count(id messages.ChannelID, silent func(messages.ChannelID) string, log *slog.Logger) {
	room, now := id.Room(), messages.InstantOf(time.Now())
	u.mu.Lock()
	defer u.mu.Unlock()
	of, known := u.rooms[room]
	if !known {
		if of.Reason = silent(room); of.Reason == "" {
			return // somebody wants it so
		}
		if len(u.rooms) >= unmatchedMost && !u.makeRoom(silent) {
			if !u.full {
				log.Info("more channels without a familiar are not listed", "known", len(u.rooms))
			}
			u.full = true
			return
		}
		log.Info("no familiar is in the channel, lines there are not heard", "channel", string(room), "reason", of.Reason)
		of.Channel, of.Since = room, now
	}
	of.Lines, of.Last = of.Lines+1, now
	if u.rooms == nil {
		u.rooms = make(map[messages.ChannelID]messages.Unmatched)
	}
	u.rooms[room] = of
}

// makeRoom forgets the rooms that a newer configuration has taken care of, and
// reports whether there were any. The lock is held.
func (u *unmatched) makeRoom(silent func(messages.ChannelID) string) bool {
	if u.full { // nobody asks a thousand times a second
		return false
	}
	before := len(u.rooms)
	for room := range u.rooms {
		if silent(room) == "" {
			delete(u.rooms, room)
		}
	}
	return len(u.rooms) < before
}

// Unmatched returns the rooms that nobody is in and in which lines were said since
// the start, and the mirrors of which the relay brings nothing, the one talked in last
// first: at most so many of those that wanted gives true for, and how many there are
// of these.
func (in *Intake) Unmatched(wanted func(messages.ChannelID) bool, most int) (rooms []messages.Unmatched, all int) {
	silent := in.Silent
	u := &in.unmatched
	u.mu.Lock()
	for room, of := range u.rooms {
		if silent(room) == "" {
			delete(u.rooms, room)
			u.full = false
		} else if wanted(room) {
			rooms = append(rooms, of)
		}
	}
	u.mu.Unlock()
	for _, of := range in.mirrored.still(in.Mirror) {
		if wanted(of.Channel) {
			rooms = append(rooms, of)
		}
	}
	slices.SortFunc(rooms, func(x, y messages.Unmatched) int {
		return cmp.Or(cmp.Compare(y.Last, x.Last), cmp.Compare(x.Channel, y.Channel))
	})
	return rooms[:min(len(rooms), most)], len(rooms)
}

// StillMirrors returns of how many mirrors the relay brings nothing, though much is said
// there.
func (in *Intake) StillMirrors() int { return len(in.mirrored.still(in.Mirror)) }
