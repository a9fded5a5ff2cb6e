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
	var inServer uint64
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
			if r.last < inServer {
				return
			}
			inServer = r.inServer(ctx)
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

// inServer is the newest record, which a reader that misses nothing has taken
// at the next look: one that reached the log some other way is found so. 0: it
// is not known.
func (r *reader) inServer(ctx context.Context) uint64 {
	bounded, cancel := r.j.within(ctx)
	defer cancel()
	state, err := r.j.state(bounded, r.stream)
	if err != nil {
		return 0
	}
	return state.LastSeq
}
