package host

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

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
	select {
	case <-h.tally.empty():
	case <-ctx.Done():
	}
	h.cancel()
	h.workers.close()
	if h.Len() > 0 {
		return h.tally.atWork(context.Cause(ctx))
	}
	h.idle.stop()
	return h.tally.unsaved()
}

// A tally counts who is in memory and how the drained ones left.
type tally struct {
	live    atomic.Int64
	mu      sync.Mutex
	saved   int           // have left with nothing unsaved
	failed  int           // have left without saving
	first   error         // why the first of failed did; nil: none did
	emptied chan struct{} // closed when the last one leaves; nil without a waiter
}

func (t *tally) came() { t.live.Add(1) }

// leaves counts one that is about to leave in a drain, and how its Save ended.
func (t *tally) leaves(key Key, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil {
		t.saved++
		return
	}
	t.failed++
	if t.first == nil {
		t.first = fmt.Errorf("save %s: %w", key, err)
	}
}

// gone counts one that has left.
func (t *tally) gone() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.live.Add(-1) == 0 && t.emptied != nil {
		close(t.emptied)
		t.emptied = nil
	}
}

// empty returns what is closed once nobody is in memory.
func (t *tally) empty() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	emptied := t.emptied
	switch {
	case t.live.Load() == 0:
		emptied = make(chan struct{})
		close(emptied)
	case emptied == nil:
		emptied = make(chan struct{})
		t.emptied = emptied
	}
	return emptied
}

// unsaved says how many have left without saving; nil: none did.
func (t *tally) unsaved() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failed == 0 {
		return nil
	}
	return fmt.Errorf("host: drain: %d saved, %d not, the first: %w", t.saved, t.failed, t.first)
}

// atWork says how far a drain is that ended early.
func (t *tally) atWork(cause error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return fmt.Errorf("host: drain: %d saved, %d not, %d still at work: %w", t.saved, t.failed, t.live.Load(), cause)
}
