package host

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// Progress says how far a drain is.
type Progress struct {
	Saved  int   // have left with nothing unsaved
	Failed int   // have left without saving
	Live   int   // still in memory
	First  error // why the first of Failed did; nil: none did
}

// Drain saves all actors and empties the host. Once it begins, Send returns
// [ErrClosed] to callers outside; actors, which send by [Self.Host], still reach
// those in memory and get ErrClosed for others, so a drain always ends. Each actor
// handles what it was sent and keeps its holds for as long as it needs;
// Config.WaveSize of those at rest save at the same time.
//
// It returns nil when all were saved, else how many were not, with the first
// error. If ctx ends first, [Self.Context] ends and Drain returns the cause of
// that; the remaining actors still save and leave when their work ends, and Drain
// may be called again to wait for them.
func (h *Host) Drain(ctx context.Context) error {
	h.draining.Store(true)
	for _, s := range h.table.all() {
		if s.lease.count() == 0 { // else it departs by itself
			h.gate.admit(s)
		}
	}
	for {
		now, changed := h.tally.progress()
		if h.config.OnDrain != nil {
			h.config.OnDrain(now)
		}
		if now.Live == 0 {
			h.cancel()
			h.workers.close()
			h.idle.stop()
			return now.err()
		}
		select {
		case <-changed:
		case <-ctx.Done():
			h.cancel()
			h.workers.close()
			now, _ := h.tally.progress()
			return fmt.Errorf("host: drain: %d saved, %d not, %d still at work: %w",
				now.Saved, now.Failed, now.Live, context.Cause(ctx))
		}
	}
}

func (p Progress) err() error {
	if p.Failed == 0 {
		return nil
	}
	return fmt.Errorf("host: drain: %d saved, %d not, the first: %w", p.Saved, p.Failed, p.First)
}

// A tally counts who is in memory and how the drained ones left.
type tally struct {
	live    atomic.Int64
	wave    int // how many departures are worth reporting
	mu      sync.Mutex
	counts  Progress
	untold  int           // departures since changed was made
	changed chan struct{} // closed after a wave and with the last one; nil without a waiter
}

func (t *tally) came() { t.live.Add(1) }

// saved counts one that is about to leave in a drain, and how its Save ended.
func (t *tally) saved(key Key, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil {
		t.counts.Saved++
		return
	}
	t.counts.Failed++
	if t.counts.First == nil {
		t.counts.First = fmt.Errorf("save %s: %w", key, err)
	}
}

// gone counts one that has left.
func (t *tally) gone() {
	t.mu.Lock()
	defer t.mu.Unlock()
	live := t.live.Add(-1)
	t.untold++
	if t.changed != nil && (live == 0 || t.untold >= t.wave) {
		close(t.changed)
		t.changed = nil
	}
}

// progress returns the counts and what is closed when they have changed enough.
func (t *tally) progress() (Progress, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.changed == nil {
		t.changed = make(chan struct{})
		t.untold = 0
	}
	now := t.counts
	now.Live = int(t.live.Load())
	return now, t.changed
}
