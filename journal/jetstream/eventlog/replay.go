package eventlog

import (
	"context"
	"fmt"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// Replay implements journal.Log, up to the record that is the channel's
// newest when it begins. A record that can't be read is left out as in
// Consume.
func (l *Log) Replay(ctx context.Context, channel messages.ChannelID, after uint64) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		err := l.store.Check(ctx, "replay")
		if err == nil {
			if err = l.replay(ctx, channel, after, yield); err != nil {
				err = fmt.Errorf("journal: replay %s: %w", channel, l.store.Ended(err))
			}
		}
		if err != nil {
			yield(journal.Record{}, err)
		}
	}
}

func (l *Log) replay(ctx context.Context, channel messages.ChannelID, after uint64, yield func(journal.Record, error) bool) error {
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
	records := l.Decoder()
	for after < newest.Sequence {
		batch, err := l.store.Batch(ctx, stream, subject, after+1, store.ReplayBatch)
		if err != nil || len(batch) == 0 { // what was there is erased
			return err
		}
		for _, m := range batch {
			if after = m.Sequence; after > newest.Sequence {
				return nil
			}
			record, ok := l.readRecord(p, records, store.Message{Subject: m.Subject, Seq: m.Sequence, Data: m.Data})
			if ok && !yield(record, nil) {
				return nil
			}
		}
	}
	return nil
}
