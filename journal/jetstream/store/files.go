package store

import (
	"context"
	"math"

	"familiar/journal/jetstream/blocks"
)

// Files hands over what the embedded server's files have of a part of a stream, and
// returns how far it came; behind another server nothing. A message takes a tenth of the
// time that server and client need for it, and the server doesn't keep its block in
// memory. What it is given is only lent.
func (s *Store) Files(ctx context.Context, p blocks.Part, each func(blocks.Record) error) (last uint64, err error) {
	if s.Server == nil {
		return p.After, nil
	}
	return s.Server.Records(ctx, p, each)
}

// fromFiles takes what was there when the store was opened.
func (r *Reader) fromFiles(ctx context.Context) error {
	if len(r.Filters) > 0 {
		return nil
	}
	r.store.catching.Add(1)
	defer r.store.catching.Add(-1)
	last, err := r.store.Files(ctx, blocks.Part{Stream: r.Stream, After: r.Last, Until: math.MaxUint64}, func(m blocks.Record) error {
		if r.store.closing.Err() != nil {
			return r.store.Gone()
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.Deliver(m.Seq, string(m.Subject), m.Data)
		r.Last = m.Seq
		return nil
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Last = max(r.Last, last)
	return err
}
