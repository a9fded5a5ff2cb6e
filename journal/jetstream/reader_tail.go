package jetstream

import (
	"context"
	"time"
)

// own takes from the tail until a record is missing there, others may write, or
// ctx or the journal ends.
func (r *reader) own(ctx context.Context) {
	look := time.NewTicker(silence / 2)
	defer look.Stop()
	var before uint64 // the newest in the log at the last look; 0: not known
	for r.takeTail(ctx) {
		select {
		case <-ctx.Done():
			return
		case <-r.j.closing.Done():
			return
		case <-r.alone:
			return
		case <-r.tail.news:
		case <-look.C:
			if r.last < before { // one that misses nothing has taken it by now
				return
			}
			before, _ = r.j.newestIn(ctx, r.stream)
		}
	}
}

// takeTail takes what there is; false: the next record has to come from the
// server.
func (r *reader) takeTail(ctx context.Context) bool {
	for ctx.Err() == nil {
		a, ok, missing := r.tail.take(r.last + 1)
		if !ok {
			return !missing
		}
		r.mu.Lock()
		r.take(r.last+1, a.subject, a.data)
		r.last++
		r.mu.Unlock()
		a.draft.done()
	}
	return true
}
