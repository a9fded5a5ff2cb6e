package jetstream

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"familiar/journal/jetstream/blocks"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go/jetstream"
)

// read hands over the snapshots of a reading, oldest first, up to the last that its
// stream had: from the embedded server's files, where those of a subject that are not
// its newest come too, or from the server. The files' are read from the first, if their
// places are asked for.
func (x *snapshotStore) read(ctx context.Context, p *snapshotPart, r store.Reading, state jetstream.StreamState, places *placing, each func(subject string, s stored) error) error {
	if state.NumDeleted == 0 && state.Msgs > 0 {
		last, err := x.readFiles(ctx, r, state, places, each)
		if places != nil && err == nil && last >= state.LastSeq {
			x.endPlaces(p, places)
		}
		if err != nil || last >= state.LastSeq {
			return err
		}
		if last > max(r.After, state.FirstSeq-1) {
			r.After, r.Since = last, time.Time{}
		}
	}
	return x.store.Scan(ctx, r, func(m store.Message) error {
		st, err := layout.ReadStamp(m.Header)
		if err != nil {
			return fmt.Errorf("snapshot %d: %w", m.Seq, err)
		}
		return each(m.Subject, stored{m.Seq, st, m.Data})
	})
}

// readFiles hands over what the files have of a reading, and returns how far they came.
func (x *snapshotStore) readFiles(ctx context.Context, r store.Reading, state jetstream.StreamState, places *placing, each func(subject string, s stored) error) (last uint64, err error) {
	part := blocks.Part{Stream: r.Stream, After: max(r.After, state.FirstSeq-1), Until: state.LastSeq, Since: r.Since}
	if places != nil {
		part.After, part.Since = state.FirstSeq-1, time.Time{}
	}
	return x.store.Files(ctx, part, func(m blocks.Record) error {
		if places != nil {
			places.take(m)
		}
		if m.Seq <= r.After || m.At.Before(r.Since) {
			return nil
		}
		st, err := layout.StampIn(m.Header)
		if err != nil {
			return fmt.Errorf("snapshot %d: %w", m.Seq, err)
		}
		s := stored{revision: m.Seq, stamp: st}
		if !r.HeadersOnly {
			s.data = bytes.Clone(m.Data)
		}
		return each(string(m.Subject), s)
	})
}
