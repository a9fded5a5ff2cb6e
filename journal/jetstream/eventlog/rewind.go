package eventlog

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
func (l *Log) Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		err := l.store.Check(ctx, "rewind")
		if err == nil {
			if err = l.rewind(ctx, channel, before, yield); err != nil {
				err = fmt.Errorf("journal: rewind %s: %w", channel, l.store.Ended(err))
			}
		}
		if err != nil {
			yield(journal.Record{}, err)
		}
	}
}

func (l *Log) rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant, yield func(journal.Record, error) bool) error {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return err
	}
	p := l.of(channel)
	stream, subject := l.store.Names.Lines(p.number), l.store.Names.Line(p.number, name)
	newest, err := l.store.NewestWithin(ctx, stream, subject)
	if err != nil || newest == nil {
		return err
	}
	until := newest.Sequence
	if before != 0 {
		if until, err = l.lastBefore(ctx, stream, subject, newest, before); err != nil {
			return err
		}
	}
	back, records := store.BackwardFrom(stream, subject, until), l.Decoder()
	for {
		found, err := l.store.Stretch(ctx, &back)
		if err != nil || len(found) == 0 {
			return err
		}
		for _, m := range found {
			record, ok := l.readRecord(p, records, store.Message{Subject: m.Subject, Seq: m.Sequence, Data: m.Data})
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
func (l *Log) lastBefore(ctx context.Context, stream, subject string, newest *jetstream.RawStreamMsg, t messages.Instant) (uint64, error) {
	if momentOf(newest) < t {
		return newest.Sequence, nil
	}
	from, until := uint64(1), newest.Sequence
	for from < until {
		middle := from + (until-from)/2
		found, err := l.store.Batch(ctx, stream, subject, middle, 1)
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
