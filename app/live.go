package app

import (
	"context"
	"sync/atomic"
	"time"

	"familiar/actors/channel"
	"familiar/journal"
	"familiar/messages"
)

// stalled is how long the reader waits for a record that was in the journal at
// the start before it takes it for erased.
const stalled = 5 * time.Second

// A reading is how far one partition has been handed over. Channels that step
// what was there at the start hold back until it is live.
type reading struct {
	until  atomic.Uint64 // newest record at the start
	live   atomic.Bool
	ready  chan struct{} // closed once it is live
	behind atomic.Int64  // channels that still step what was there at the start
	hasty  bool          // the reader waits for nobody; its own
}

// passed reports whether every channel of the partition has stepped what was
// in the journal at the start: until then a long backlog is no crowd.
func (r *reading) passed() bool { return r.live.Load() && r.behind.Load() == 0 }

// caughtUp tells a channel that all of that is handed over.
func (a *App) caughtUp(r *reading, id messages.ChannelID) {
	r.behind.Add(1)
	if _, err := a.host.Send(channel.Key(id), channel.Live{Passed: func() { r.behind.Add(-1) }}); err != nil {
		r.behind.Add(-1)
		a.Log.Warn("channel not told that it is live, the next start tells it", "channel", string(id), "err", err)
	}
}

// catchUp tells a channel which of its records were there at the start, and
// whether all have been handed over.
func (a *App) catchUp(id messages.ChannelID) (until uint64, live bool) {
	r := &a.readings[a.Journal.Partition(id)]
	live = r.live.Load()
	return r.until.Load(), live
}

// goLive lets the partition's channels act: those in memory are told, others
// see it when they wake.
func (a *App) goLive(partition int) {
	r := &a.readings[partition]
	r.behind.Add(1) // itself, so that nobody takes the first for the last
	defer r.behind.Add(-1)
	if !r.live.CompareAndSwap(false, true) {
		return
	}
	a.host.Each(channel.Kind, func(id string) {
		if id := messages.ChannelID(id); a.Journal.Partition(id) == partition {
			a.caughtUp(r, id)
		}
	})
	close(r.ready)
}

// handedOver follows the reader: it is called after each record.
func (a *App) handedOver(partition int, r journal.Record) {
	at := &a.readings[partition]
	switch live, until := at.live.Load(), at.until.Load(); {
	case live && r.Seq <= until: // it came when nobody expected it any more
		a.caughtUp(at, r.Channel)
	case !live && r.Seq >= until:
		a.goLive(partition)
	}
}

// expire makes a partition live whose newest records don't come: what is
// erased is never handed over.
func (a *App) expire(ctx context.Context, partition int) {
	quiet := time.NewTicker(stalled)
	defer quiet.Stop()
	before := a.quiet.read[partition].Load()
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.readings[partition].ready:
			return
		case <-quiet.C:
		}
		handed := a.quiet.read[partition].Load()
		if handed == before {
			a.Log.Info("journal's newest records are not kept any more", "partition", partition, "handed", handed, "until", a.readings[partition].until.Load())
			a.goLive(partition)
			return
		}
		before = handed
	}
}

// awaitLive waits until every partition is; false: ctx has ended.
func (a *App) awaitLive(ctx context.Context) bool {
	for p := range a.readings {
		select {
		case <-a.readings[p].ready:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
