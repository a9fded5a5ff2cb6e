package jetstream

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
func (j *Journal) Replay(ctx context.Context, channel messages.ChannelID, after uint64) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		err := j.store.Check(ctx, "replay")
		if err == nil {
			if err = j.replay(ctx, channel, after, yield); err != nil {
				err = fmt.Errorf("journal: replay %s: %w", channel, j.store.Ended(err))
			}
		}
		if err != nil {
			yield(journal.Record{}, err)
		}
	}
}

func (j *Journal) replay(ctx context.Context, channel messages.ChannelID, after uint64, yield func(journal.Record, error) bool) error {
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
	names := j.naming()
	for after < newest.Sequence {
		batch, err := j.store.Batch(ctx, stream, subject, after+1, store.ReplayBatch)
		if err != nil || len(batch) == 0 { // what was there is erased
			return err
		}
		for _, m := range batch {
			if after = m.Sequence; after > newest.Sequence {
				return nil
			}
			record, ok := j.readRecord(p, &names, m.Subject, m.Sequence, m.Data)
			if ok && !yield(record, nil) {
				return nil
			}
		}
	}
	return nil
}
