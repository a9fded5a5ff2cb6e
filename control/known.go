package control

import (
	"context"
	"sync"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// knownFor is how long the list of channels is told again: the whole ledger's index is
// read for it.
const knownFor = 5 * time.Second

// known is which channels have decisions, also of before this start, and when the
// newest of each was made at the latest.
type known struct {
	mu   sync.Mutex // requests come at the same time, and one reading is enough
	at   time.Time
	last map[messages.ChannelID]messages.Instant // replaced, never changed
}

// channels returns them as they were at most knownFor ago.
func (k *known) channels(ctx context.Context, notes journal.NoteReader) (map[messages.ChannelID]messages.Instant, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	if k.last != nil && now.Sub(k.at) < knownFor {
		return k.last, nil
	}
	last := map[messages.ChannelID]messages.Instant{}
	for c, err := range notes.Noted(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if _, aside := c.Channel.Fixes(); !aside { // where a familiar corrects itself nobody talks
			last[c.Channel] = min(c.At, messages.InstantOf(now))
		}
	}
	k.at, k.last = now, last
	return last, nil
}
