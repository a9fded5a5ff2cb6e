package store

import (
	"context"
	"time"
)

// own takes from the tail until a record is missing there, others may write, or
// ctx or the journal ends.
func (r *Reader) own(ctx context.Context) {
	look := time.NewTicker(silence / 2)
	defer look.Stop()
	var before uint64 // the newest in the log at the last look; 0: not known
	for r.takeTail(ctx) {
		select {
		case <-ctx.Done():
			return
		case <-r.store.closing.Done():
			return
		case <-r.alone:
			return
		case <-r.Tail.News():
		case <-look.C:
			if r.Last < before { // one that misses nothing has taken it by now
				return
			}
			before, _ = r.store.NewestIn(ctx, r.Stream)
		}
	}
}

// takeTail takes what there is; false: the next record has to come from the
// server.
func (r *Reader) takeTail(ctx context.Context) bool {
	for ctx.Err() == nil {
		a, ok, missing := r.Tail.Next(r.Last + 1)
		if !ok {
			return !missing
		}
		r.mu.Lock()
		r.Deliver(r.Last+1, a.Subject, a.Data)
		r.Last++
		r.mu.Unlock()
		a.Lender.Done()
	}
	return true
}
