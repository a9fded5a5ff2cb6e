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
	found := sealed.NewFound(seal.State)
	var stay []seal.Position
	if !e.Epochs.Alone { // else what is saved meanwhile has a greater position than the newest now
		until, maybe := x.Settled(channel)
		e.Sealed(found, e.Epochs.Own, until)
		stay = append(maybe, e.Heard(found)...)
	}
	newest, st, err := x.newestSnapshot(ctx, channel)
	if err != nil || newest == nil {
		return err
	}
	if newest.Sequence > 1 {
		if err := x.eraseOlder(ctx, p, name, newest.Sequence-1, found); err != nil {
			return err
		}
	}
	if st.Form >= sealed.SealedForm {
		at, err := seal.PositionOf(newest.Data)
		if err != nil {
			return err
		}
		found.Add(at)
		e.AllFound(found, append(stay, at))
	}
	return nil
}

// eraseOlder looks at a channel's snapshots up to a revision. Those that are not
// sealed are taken out.
func (x *snapshotStore) eraseOlder(ctx context.Context, p *snapshotPart, name string, until uint64, found *sealed.Found) error {
	stream, subject := x.store.Names.Snapshots(p.number), x.store.Names.Snapshot(p.number, name)
	return x.store.Each(ctx, stream, subject, until, func(m *jetstream.RawStreamMsg) error {
		if st, err := layout.ReadStamp(m.Header); err == nil && st.Form >= sealed.SealedForm {
			if at, err := seal.PositionOf(m.Data); err == nil {
				found.Add(at)
			}
			return nil
		}
		return x.store.Delete(ctx, stream, true, m.Sequence)
	})
}

// Settled returns a position up to which every state of a channel that this process
// has sealed is in the stream, but for those that may come yet.
func (x *snapshotStore) Settled(channel messages.ChannelID) (until seal.Position, maybe []seal.Position) {
	return x.saving.Settled(x.texts.Keys, channel)
}

// CoveredBy returns the sequence up to which a channel's newest snapshot covers
// its records.
func (x *snapshotStore) CoveredBy(ctx context.Context, channel messages.ChannelID) (uint64, error) {
	bounded, cancel := x.store.Bounded(ctx)
	defer cancel()
	_, covers, err := x.newestSnapshot(bounded, channel)
	return covers.Seq, err
}
