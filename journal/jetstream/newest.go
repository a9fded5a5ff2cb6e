package jetstream

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
)

// Newest yields the newest snapshot of every channel that has one. One that is
// saved meanwhile may come twice, the later the newer. One that can't be read
// comes with its channel, its revision and an error, and reading goes on; an
// error without a revision ends it.
func (x *snapshotStore) Newest(ctx context.Context) iter.Seq2[journal.Snapshot, error] {
	return func(yield func(journal.Snapshot, error) bool) {
		err := x.store.Check(ctx, "read snapshots")
		for k := 0; k < len(x.parts) && err == nil; k++ {
			var channels layout.Channels
			err = x.store.Scan(ctx, store.Reading{Stream: x.store.Names.Snapshots(k), Newest: true}, func(m store.Message) error {
				if yield(x.ReadSnapshot(m, &channels)) {
					return nil
				}
				return store.ErrEnough
			})
		}
		if err != nil && !errors.Is(err, store.ErrEnough) {
			yield(journal.Snapshot{}, fmt.Errorf("journal: %w", x.store.Ended(err)))
		}
	}
}

// ReadSnapshot reads a message of a partition's snapshots; with an error it has
// channel and revision only, as far as they can be told.
func (x *snapshotStore) ReadSnapshot(m store.Message, channels *layout.Channels) (journal.Snapshot, error) {
	id, err := channels.Of(m.Subject)
	if err != nil {
		return journal.Snapshot{Revision: m.Seq}, err
	}
	s := journal.Snapshot{Channel: id, Revision: m.Seq}
	st, err := layout.ReadStamp(m.Header)
	if err != nil {
		return s, fmt.Errorf("snapshot %d of %s: %w", m.Seq, id, err)
	}
	body, err := sealed.OpenBody(x.texts.Keys, id, m.Data, st.Form)
	if err != nil {
		return s, fmt.Errorf("snapshot %d of %s: %w", m.Seq, id, err)
	}
	s.Seq, s.Due, s.Body = st.Seq, st.Due, body
	return s, nil
}
