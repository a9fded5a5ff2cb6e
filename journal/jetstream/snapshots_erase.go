package jetstream

import (
	"context"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// Erase leaves a channel's newest snapshot only.
func (x *snapshotStore) Erase(ctx context.Context, channel messages.ChannelID, e *sealed.Erasure) error {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return err
	}
	p := x.of(channel)
	newest, st, err := x.newestSnapshot(ctx, channel)
	if err != nil || newest == nil {
		return err
	}
	if st.Form >= sealed.SealedForm {
		at, err := seal.PositionOf(newest.Data)
		if err != nil {
			return err
		}
		if at > seal.State.First() {
			e.Until(at - 1)
		}
	}
	if newest.Sequence == 1 {
		return nil
	}
	stream, subject := x.store.Names.Snapshots(p.number), x.store.Names.Snapshot(p.number, name)
	return x.store.Each(ctx, stream, subject, newest.Sequence-1, func(m *jetstream.RawStreamMsg) error {
		if st, err := layout.ReadStamp(m.Header); err == nil && st.Form >= sealed.SealedForm {
			return nil
		}
		return x.store.Delete(ctx, stream, true, m.Sequence)
	})
}

// CoveredBy returns the sequence up to which a channel's newest snapshot covers
// its records.
func (x *snapshotStore) CoveredBy(ctx context.Context, channel messages.ChannelID) (uint64, error) {
	bounded, cancel := x.store.Bounded(ctx)
	defer cancel()
	_, covers, err := x.newestSnapshot(bounded, channel)
	return covers.Seq, err
}
