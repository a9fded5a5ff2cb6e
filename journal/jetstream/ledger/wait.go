package ledger

import (
	"context"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// A waiter is told once so many writes are done.
type waiter struct {
	upTo uint64
	told chan struct{}
}

// wakeWaiters tells those who wait for no more than is done.
func wakeWaiters(waiting []waiter, done uint64) []waiter {
	for len(waiting) > 0 && waiting[0].upTo <= done {
		close(waiting[0].told)
		waiting[0] = waiter{}
		waiting = waiting[1:]
	}
	return waiting
}

// WriteHeld writes what the ledger holds of a channel before its snapshot:
// once that covers the events, nobody gives their notes again. It waits as
// long as ctx at most; what the server doesn't take by then is tried again as any other note.
func (l *Ledger) WriteHeld(ctx context.Context, channel messages.ChannelID) {
	l.mu.Lock()
	if p := l.packs.open[channel]; p != nil {
		l.put(unwritten{pack: l.packs.closePack(p)})
	}
	idle := l.done == l.taken
	l.mu.Unlock()
	if !idle {
		_ = l.Settle(ctx)
	}
}

// WriteHeldOf is WriteHeld of all channels that are asked for: another process is
// about to save their snapshots. It waits a second at most; what is held then is written
// as its time comes.
func (l *Ledger) WriteHeldOf(is func(messages.ChannelID) bool) {
	bounded, cancel := context.WithTimeout(context.Background(), roomWithin)
	defer cancel()
	for n := portion; n == portion; {
		n = l.queueHeldOf(is, portion)
		if n == 0 || l.Settle(bounded) != nil { // what fails is tried again as any other note
			return
		}
	}
}

// queueHeldOf queues the packs of channels that are asked for, at most so many, and
// returns how many.
func (l *Ledger) queueHeldOf(is func(messages.ChannelID) bool, most int) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for channel, p := range l.packs.open {
		if n == most {
			break
		}
		if is(channel) {
			l.put(unwritten{pack: l.packs.closePack(p)})
			n++
		}
	}
	return n
}

// haveWritten has other processes with the same store write what they hold of a
// channel, or of all where none is named, and waits a second for that: who doesn't
// answer may have notes that are not read, which [journal.Lacks] says.
func (l *Ledger) haveWritten(ctx context.Context, channel messages.ChannelID) {
	others, err := l.store.Awake(ctx, l.texts.Keys.Epoch())
	if len(others) == 0 {
		if err != nil {
			journal.Lacks(ctx, 1)
			l.store.Log.Debug("held notes not asked for", "channel", channel, "err", err)
		}
		return
	}
	said, err := l.store.AskPeers(ctx, string(channel), others...)
	if err != nil || len(said) < len(others) {
		journal.Lacks(ctx, max(1, len(others)-len(said)))
		l.store.Log.Warn("notes that another process holds may be missing", "channel", channel, "processes", len(others), "answered", len(said), "err", err)
	}
}

// HandOver writes what is held of a channel for another process that reads its notes,
// or all that is, where none is named: that once in a while, so that packs fill.
func (l *Ledger) HandOver(ctx context.Context, channel messages.ChannelID) {
	if channel != "" {
		l.WriteHeld(ctx, channel)
		return
	}
	l.mu.Lock()
	again := time.Since(l.handed) >= ledgerTick
	if again {
		l.handed = time.Now()
	}
	l.mu.Unlock()
	if again {
		_ = l.Flush(ctx) // who asked waits no longer
	}
}

// Settle waits until what was queued before is written or lost, which takes as long as the
// server is away.
func (l *Ledger) Settle(ctx context.Context) error {
	l.mu.Lock()
	w := waiter{l.taken, make(chan struct{})}
	if w.upTo <= l.done {
		l.mu.Unlock()
		return nil
	}
	l.settled = append(l.settled, w)
	say(l.hurry)
	l.mu.Unlock()
	return l.await(ctx, w)
}

// await waits until w is told.
func (l *Ledger) await(ctx context.Context, w waiter) error {
	select {
	case <-w.told:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-l.store.Closing().Done():
		return journal.ErrClosed
	}
}

// makeRoom waits, not for long, while more is queued than the server takes:
// that slows down who decides, and loses no explanation.
func (l *Ledger) makeRoom(ctx context.Context) {
	l.mu.Lock()
	if len(l.queue) < crowdedAt {
		l.mu.Unlock()
		return
	}
	w := waiter{l.taken - crowdedAt/2, make(chan struct{})}
	l.crowded = append(l.crowded, w)
	l.mu.Unlock()
	bounded, cancel := context.WithTimeout(ctx, roomWithin)
	defer cancel()
	_ = l.await(bounded, w)
}

// place waits for so many places in the queue. Without them, as the server has taken nothing
// for long, the notes are queued as far as there is room.
func (l *Ledger) place(ctx context.Context, n int64) (placed bool) {
	if n == 0 || l.places.TryAcquire(n) {
		return true
	}
	bounded, cancel := context.WithTimeout(ctx, placeWithin)
	defer cancel()
	defer context.AfterFunc(l.store.Closing(), cancel)()
	return l.places.Acquire(bounded, n) == nil
}
