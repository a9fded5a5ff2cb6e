package onebot

import (
	"log/slog"
	"slices"
	"sync"

	"familiar/actors/adapter/onebot/wire"
)

// unheard keeps what was said over connections that ended before anybody could be told of
// it, for who listens next: no implementation says it again.
type unheard struct {
	log *slog.Logger

	mu     sync.Mutex // connections end where others begin
	events []*wire.Event
}

// keep keeps events, of too many the newest.
func (u *unheard) keep(events []*wire.Event) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.events = append(u.events, events...)
	if lost := len(u.events) - eventsMost; lost > 0 {
		u.log.Warn("onebot events lost", "events", lost, "why", "nobody listened in time")
		u.events = slices.Delete(u.events, 0, lost)
	}
}

// take returns what is kept, which then isn't any more.
func (u *unheard) take() []*wire.Event {
	u.mu.Lock()
	defer u.mu.Unlock()
	events := u.events
	u.events = nil
	return events
}
