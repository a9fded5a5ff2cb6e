package ingest

import (
	"log/slog"
	"sync"
	"time"

	"familiar/messages"
)

// A relay stands still when so many lines were said in a mirror, over so long, and it
// has brought none to where they are heard.
const (
	stillLines = 5
	stillAfter = 10 * time.Minute
)

// homesMost bounds the homes of mirrors that are watched, and the mirrors of each.
const (
	homesMost   = 1000
	mirrorsMost = 50
)

// A mirrored is what is said in rooms that are heard in another, their home, as a
// relay brings it there. It keeps no line, and knows of a relay that stands still only
// where this process hears the home as well. The zero mirrored knows nothing.
type mirrored struct {
	mu    sync.Mutex // the accounts of all networks report to it
	homes map[string]*home
}

// A home is a room that others are mirrors of.
type home struct {
	heard bool                                      // something was said in it
	told  bool                                      // the log has that nothing comes
	rooms map[messages.ChannelID]messages.Unmatched // what was said in its mirrors since anything came from there
}

// at returns what is known of a home; nil: of too many is. The lock is held.
func (m *mirrored) at(name string) *home {
	if h := m.homes[name]; h != nil || len(m.homes) >= homesMost {
		return h
	}
	if m.homes == nil {
		m.homes = make(map[string]*home)
	}
	h := &home{rooms: make(map[messages.ChannelID]messages.Unmatched)}
	m.homes[name] = h
	return h
}

// say takes a line that somebody said in a mirror.
func (m *mirrored) say(room messages.ChannelID, name string, log *slog.Logger) {
	now := messages.InstantOf(time.Now())
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.at(name)
	if h == nil {
		return
	}
	of, known := h.rooms[room]
	if !known {
		if len(h.rooms) >= mirrorsMost {
			return
		}
		of = messages.Unmatched{Channel: room, Since: now, Reason: "it is a mirror of " + name + ", where the relay brings nothing of it"}
	}
	of.Lines, of.Last = of.Lines+1, now
	h.rooms[room] = of
	if h.heard && isStill(of) && !h.told {
		h.told = true
		log.Warn("the relay brings nothing of a mirror", "channel", string(room), "home", name, "lines", of.Lines)
	}
}

// hear takes a line of a home; brought says that it came by the relay, which does not
// stand still then.
func (m *mirrored) hear(name string, brought bool, log *slog.Logger) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.at(name)
	if h == nil {
		return
	}
	h.heard = true
	if !brought {
		return
	}
	if h.told {
		log.Info("the relay brings what is said in the mirrors", "home", name)
	}
	h.told = false
	clear(h.rooms)
}

// isStill reports whether what was said in a mirror should long have come home.
func isStill(of messages.Unmatched) bool {
	return of.Lines >= stillLines && of.Last.Sub(of.Since) >= stillAfter
}

// still returns the mirrors of which the relay brings nothing. mirror says which rooms
// are one now.
func (m *mirrored) still(mirror func(messages.ChannelID) (string, bool)) (rooms []messages.Unmatched) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, h := range m.homes {
		for room, of := range h.rooms {
			if is, mirrored := mirror(room); !mirrored || is != name {
				delete(h.rooms, room)
			} else if h.heard && isStill(of) {
				rooms = append(rooms, of)
			}
		}
	}
	return rooms
}
