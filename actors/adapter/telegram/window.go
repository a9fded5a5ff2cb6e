package telegram

import (
	"context"
	"slices"
	"sync"
	"time"
)

// renumbered is how long nothing may have happened before the next update's
// number is not taken to follow the last one's: Telegram begins anywhere after a
// week.
const renumbered = 6 * 24 * time.Hour

// A window is the updates that Telegram has handed out and was not yet told are
// taken, in their order. To ask past one is to acknowledge it, so nobody asks past
// the first that is not taken.
type window struct {
	mu      sync.Mutex // the lanes take what the polling goroutine admits
	updates []pending
	next    int64         // after all that were admitted; 0: Telegram knows
	last    time.Time     // when one was admitted
	changed chan struct{} // closed when nothing waits any more
}

type pending struct {
	id    int64
	taken bool
}

// restart forgets what was not taken: Telegram hands it out again.
func (w *window) restart() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.updates) > 0 {
		w.next, w.updates = w.updates[0].id, nil
	}
}

// admit adds an update. false: it is there already, or was taken while Telegram was asked
// from before it.
func (w *window) admit(id int64, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id < w.first(now) {
		return false
	}
	if slices.ContainsFunc(w.updates, func(p pending) bool { return p.id == id }) {
		return false
	}
	if len(w.updates) == 0 {
		w.changed = make(chan struct{})
	}
	w.updates = append(w.updates, pending{id: id})
	w.next, w.last = id+1, now
	return true
}

// take notes that updates were taken.
func (w *window) take(ids ...int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.updates) == 0 {
		return
	}
	for i := range w.updates {
		if slices.Contains(ids, w.updates[i].id) {
			w.updates[i].taken = true
		}
	}
	for len(w.updates) > 0 && w.updates[0].taken {
		w.updates = w.updates[1:]
	}
	if len(w.updates) == 0 {
		close(w.changed)
	}
}

// offset returns the first update that is not taken, or the one after all; 0:
// whatever Telegram takes for the next.
func (w *window) offset(now time.Time) int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.first(now)
}

// first is offset; the lock is held.
func (w *window) first(now time.Time) int64 {
	switch {
	case len(w.updates) > 0:
		return w.updates[0].id
	case !w.last.IsZero() && now.Sub(w.last) > renumbered:
		return 0
	}
	return w.next
}

// settle waits until nothing waits any more, at most so long.
func (w *window) settle(ctx context.Context, most time.Duration) {
	w.mu.Lock()
	changed, settled := w.changed, len(w.updates) == 0
	w.mu.Unlock()
	if settled {
		return
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-changed:
	case <-timer.C:
	case <-ctx.Done():
	}
}
