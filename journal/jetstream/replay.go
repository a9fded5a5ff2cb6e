package jetstream

import (
	"context"
	"fmt"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// replayBatch is how many records one read of a replay brings.
const replayBatch = 256

// Replay implements journal.Log, up to the record that is the channel's
// newest when it begins. A record that can't be read is left out as in
// Consume.
func (j *Journal) Replay(ctx context.Context, channel messages.ChannelID, after uint64) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		err := j.open(ctx, "replay")
		if err == nil {
			if err = j.replay(ctx, channel, after, yield); err != nil {
				err = fmt.Errorf("journal: replay %s: %w", channel, j.ended(err))
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
	stream, subject := j.names.Lines(p.number), j.names.Line(p.number, name)
	newest, err := j.newestWithin(ctx, stream, subject)
	if err != nil || newest == nil {
		return err
	}
	names := j.naming()
	for after < newest.Sequence {
		batch, err := j.batch(ctx, stream, subject, after+1, replayBatch)
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

func (j *Journal) newestWithin(ctx context.Context, stream, subject string) (*jetstream.RawStreamMsg, error) {
	bounded, cancel := j.within(ctx)
	defer cancel()
	return j.newest(bounded, stream, subject)
}

// batch reads the next records of a subject, at most so many.
func (j *Journal) batch(ctx context.Context, stream, subject string, from uint64, most int) ([]*jetstream.RawStreamMsg, error) {
	bounded, cancel := j.within(ctx)
	defer cancel()
	var found []*jetstream.RawStreamMsg
	err := j.along(bounded, stream, subject, from, most, func(m *jetstream.RawStreamMsg) bool {
		found = append(found, m)
		return true
	})
	return found, err
}
