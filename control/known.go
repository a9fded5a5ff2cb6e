package control

import (
	"context"
	"sync"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// The list of channels is told again for knownFor, and for knownShare times as long as
// reading it took: the whole ledger's index is read for it.
const (
	knownFor   = 5 * time.Second
	knownShare = 50
)

// known is which channels have decisions, also of before this start, and when the
// newest of each was made at the latest.
type known struct {
	mu    sync.Mutex                              // requests come at the same time, and one reading is enough
	until time.Time                               // when it is read again
	last  map[messages.ChannelID]messages.Instant // replaced, never changed
}

// channels returns them as they were a little while ago.
func (k *known) channels(ctx context.Context, notes journal.NoteReader) (map[messages.ChannelID]messages.Instant, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	if k.last != nil && now.Before(k.until) {
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
	read := time.Now()
	k.until, k.last = read.Add(max(knownFor, knownShare*read.Sub(now))), last
	return last, nil
}
