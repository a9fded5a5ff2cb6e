package partitions

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"familiar/journal"
	"familiar/journal/checkpoint"
	"familiar/messages"
)

// stalled is how long the reader waits for a record that was in the journal at
// the start before it takes it for erased.
const stalled = 5 * time.Second

// A reading is how far one partition has been handed over, for as long as it is this
// process's. Channels that step what was there at the start hold back until it is
// live.
type reading struct {
	wanted atomic.Bool // it is this process's, or soon will be
	begun  atomic.Bool
	until  atomic.Uint64 // newest record at the start
	live   atomic.Bool
	ready  chan struct{} // closed once it is live
	over   chan struct{} // closed once the partition is not this process's any more
	behind atomic.Int64  // channels that still step what was there at the start
	hasty  bool          // the reader waits for nobody; its own

	mu    sync.Mutex                      // held while it becomes live
	holds map[messages.ChannelID]struct{} // who woke, or was handed a record, before that

	floor *checkpoint.Tracker
	set   atomic.Uint64 // checkpoint that was written last, or at the start
}

// newReading returns one that has not begun, of one of so many partitions.
func newReading(partitions int) *reading {
	return &reading{ready: make(chan struct{}), over: make(chan struct{}), holds: make(map[messages.ChannelID]struct{}), floor: checkpoint.New(partitions)}
}

// await waits until the partition is live; false: ctx has ended, or the reading has.
func (at *reading) await(ctx context.Context) bool {
	select {
	case <-at.ready:
		return true
	case <-at.over:
		return false
	case <-ctx.Done():
		return false
	}
}

// hold notes that a channel is to be told when the reading is live; false: it is.
func (at *reading) hold(id messages.ChannelID) bool {
	if at.live.Load() { // as mostly
		return false
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	if at.live.Load() {
		return false
	}
	at.holds[id] = struct{}{}
	return true
}

// goLive makes it live, and returns the channels that are to be told; false: it was.
func (at *reading) goLive() (told map[messages.ChannelID]struct{}, first bool) {
	at.mu.Lock()
	defer at.mu.Unlock()
	first = at.live.CompareAndSwap(false, true)
	told, at.holds = at.holds, nil
	return told, first
}

// caughtUp tells a channel that all of that is handed over.
func (r *Reader) caughtUp(at *reading, id messages.ChannelID) {
	at.behind.Add(1)
	if err := r.Channels.Live(id, func() { at.behind.Add(-1) }); err != nil {
		at.behind.Add(-1)
		r.Log.Warn("channel not told that it is live, the next start tells it", "channel", string(id), "err", err)
	}
}

// goLive lets the partition's channels act: those in memory are told, others
// see it when they wake.
func (r *Reader) goLive(partition int) {
	at := r.reading(partition)
	at.behind.Add(1) // itself, so that nobody takes the first for the last
	defer at.behind.Add(-1)
	told, first := at.goLive()
	if !first {
		return
	}
	for id := range told {
		if r.Channels.Has(id) {
			r.caughtUp(at, id)
		}
	}
	close(at.ready)
}

// handedOver follows the reader: it is called after each record.
func (r *Reader) handedOver(partition int, record journal.Record) {
	at := r.reading(partition)
	switch live, until := at.live.Load(), at.until.Load(); {
	case live && record.Seq <= until: // it came when nobody expected it any more
		r.caughtUp(at, record.Channel)
	case !live && record.Seq >= until:
		r.goLive(partition)
	}
}

// expire makes a partition live whose newest records don't come: what is
// erased is never handed over.
func (r *Reader) expire(ctx context.Context, partition int) {
	quiet := time.NewTicker(stalled)
	defer quiet.Stop()
	at, before := r.reading(partition), r.Activity.LastRead(partition)
	for {
		select {
		case <-ctx.Done():
			return
		case <-at.ready:
			return
		case <-quiet.C:
		}
		handed := r.Activity.LastRead(partition)
		if handed == before {
			r.Log.Info("journal's newest records are no longer kept", "partition", partition, "handed", handed, "until", at.until.Load())
			r.goLive(partition)
			return
		}
		before = handed
	}
}
