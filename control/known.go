package control

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// The list of channels is told again for knownFor, and for knownShare times as long as
// reading it took: the whole ledger's index is read for it.
const (
	knownFor    = 5 * time.Second
	knownShare  = 50
	knownWait   = 100 * time.Millisecond // whoever asks waits so long for a reading at most
	knownWithin = 10 * time.Minute       // a reading takes at most
	mostKnown   = 100_000                // channels that are kept, those decided in last; some 15 MB
)

// known is which channels have decisions, also of before this start, and when the
// newest of each was made at the latest. They are read behind the backs of those who
// ask, since that may take seconds while the ledger has no index yet.
type known struct {
	mu      sync.Mutex    // held for no reading
	reading chan struct{} // closed after the reading under way; nil: there is none
	until   time.Time     // when it is read again
	newest  kept
	failed  error // of the newest reading, while nothing is known
}

// kept are channels as they were read.
type kept struct {
	at  map[messages.ChannelID]messages.Instant // when it was decided in last; replaced, never changed; nil: none was read yet
	cut bool                                    // there are more, which were decided in earlier
}

func (k *kept) extent() extent { return extent{Counting: k.at == nil, Partly: k.cut} }

// channels returns them as they were a little while ago; nothing if the first reading
// takes long.
func (k *known) channels(ctx context.Context, notes journal.NoteReader, log *slog.Logger) (kept, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.reading == nil && (k.newest.at == nil || time.Now().After(k.until)) {
		k.reading = make(chan struct{})
		go k.read(context.WithoutCancel(ctx), notes, log) // who asked may go before it is done; a journal that is closed ends it
	}
	if reading := k.reading; reading != nil {
		k.mu.Unlock()
		late := time.NewTimer(knownWait)
		select {
		case <-reading:
		case <-late.C:
		case <-ctx.Done():
		}
		late.Stop()
		k.mu.Lock()
	}
	return k.newest, errors.Join(k.failed, ctx.Err())
}

// read reads them once.
func (k *known) read(ctx context.Context, notes journal.NoteReader, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(ctx, knownWithin)
	defer cancel()
	began := time.Now()
	newest, err := readKnown(ctx, notes, messages.InstantOf(began), mostKnown)
	k.mu.Lock()
	defer k.mu.Unlock()
	close(k.reading)
	k.reading = nil
	switch {
	case err == nil:
		k.newest, k.failed = newest, nil
	case k.newest.at == nil:
		k.failed = err
	default:
		log.Warn("the list of channels is told as it was", "err", err)
	}
	done := time.Now()
	k.until = done.Add(max(knownFor, knownShare*done.Sub(began)))
}

// readKnown reads those that were decided in last, at most so many.
func readKnown(ctx context.Context, notes journal.NoteReader, now messages.Instant, most int) (kept, error) {
	all := kept{at: map[messages.ChannelID]messages.Instant{}}
	var newest []journal.Noted
	shorten := func() {
		slices.SortFunc(newest, func(a, b journal.Noted) int { return cmp.Compare(b.At, a.At) })
		if len(newest) > most {
			newest, all.cut = newest[:most], true
		}
	}
	for c, err := range notes.Noted(ctx, 0) {
		if err != nil {
			return kept{}, err
		}
		if _, aside := c.Channel.Fixes(); aside {
			continue // where a familiar corrects itself nobody talks
		}
		if newest = append(newest, c); len(newest) == 2*most {
			shorten()
		}
	}
	shorten()
	for _, c := range newest {
		all.at[c.Channel] = min(c.At, now)
	}
	return all, nil
}
