package jetstream

import (
	"context"
	"fmt"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// Rewind implements journal.Log. A record that can't be read is left out as in
// Consume.
func (j *Journal) Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		err := j.store.Check(ctx, "rewind")
		if err == nil {
			if err = j.rewind(ctx, channel, before, yield); err != nil {
				err = fmt.Errorf("journal: rewind %s: %w", channel, j.store.Ended(err))
			}
		}
		if err != nil {
			yield(journal.Record{}, err)
		}
	}
}

func (j *Journal) rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant, yield func(journal.Record, error) bool) error {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return err
	}
	p := j.of(channel)
	stream, subject := j.store.Names.Lines(p.number), j.store.Names.Line(p.number, name)
	newest, err := j.store.NewestWithin(ctx, stream, subject)
	if err != nil || newest == nil {
		return err
	}
	until := newest.Sequence
	if before != 0 {
		if until, err = j.lastBefore(ctx, stream, subject, newest, before); err != nil {
			return err
		}
	}
	back, names := store.BackwardFrom(stream, subject, until), j.naming()
	for {
		found, err := j.store.Stretch(ctx, &back)
		if err != nil || len(found) == 0 {
			return err
		}
		for _, m := range found {
			record, ok := j.readRecord(p, &names, m.Subject, m.Sequence, m.Data)
			if ok && !yield(record, nil) {
				return nil
			}
		}
	}
}

// lastBefore returns a sequence after which all of a channel's records are of a
// moment or later, and no other. The moments grow with the sequences, so some
// twenty reads find it; those that the server keeps are none of ours after a
// restore.
func (j *Journal) lastBefore(ctx context.Context, stream, subject string, newest *jetstream.RawStreamMsg, t messages.Instant) (uint64, error) {
	if momentOf(newest) < t {
		return newest.Sequence, nil
	}
	from, until := uint64(1), newest.Sequence
	for from < until {
		middle := from + (until-from)/2
		found, err := j.store.Batch(ctx, stream, subject, middle, 1)
		switch {
		case err != nil:
			return 0, err
		case len(found) == 0 || momentOf(found[0]) >= t:
			until = middle
		default:
			from = found[0].Sequence + 1
		}
	}
	return until - 1, nil
}

// momentOf returns when a record was appended; 0 for one that can't be read.
func momentOf(m *jetstream.RawStreamMsg) messages.Instant {
	e, _, err := cutEntry(m.Data)
	if err != nil {
		return 0
	}
	return e.at
}
