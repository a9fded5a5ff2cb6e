package eventlog

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
)

// Records yields what the log has, oldest first in each partition, up to where
// its end is: of all channels or of those named, from since on (0: from the
// beginning). What was erased is left out. A record that can't be read comes with its channel, its sequence
// and an error, and reading goes on; an error without a sequence ends it.
func (l *Log) Records(ctx context.Context, since messages.Instant, channels ...messages.ChannelID) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		if err := l.records(ctx, since, channels, yield); err != nil && !errors.Is(err, store.ErrEnough) {
			yield(journal.Record{}, fmt.Errorf("journal: %w", l.store.Ended(err)))
		}
	}
}

func (l *Log) records(ctx context.Context, since messages.Instant, channels []messages.ChannelID, yield func(journal.Record, error) bool) error {
	if err := l.store.Check(ctx, "read records"); err != nil {
		return err
	}
	filters, err := l.filters(channels)
	if err != nil {
		return err
	}
	asked := asking(channels)
	for k := range l.config.Partitions {
		if len(channels) > 0 && len(filters[k]) == 0 {
			continue
		}
		r := store.Reading{Stream: l.store.Names.Lines(k), Filters: filters[k]}
		if len(r.Filters) > maxFilters {
			r.Filters = nil
		}
		if err := l.withOwners(ctx, k, &r); err != nil {
			return err
		}
		if since != 0 {
			r.Since = since.Time().Add(-store.ClockSlack)
		}
		decoder := l.Decoder()
		err := l.store.Scan(ctx, r, func(m store.Message) error {
			if !l.Counts(k, m) {
				return nil
			}
			record, err := decoder.Record(m)
			unasked := asked != nil && !asked[record.Channel]
			erased := errors.Is(err, seal.ErrForgotten)
			if unasked || erased || err == nil && record.At < since || yield(record, err) {
				return nil
			}
			return store.ErrEnough
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// maxFilters is how many subjects the server is given to choose by: it compares
// each with each. Beyond, all are read and chosen here.
const maxFilters = 64

// asking returns the channels that are chosen here; nil: the server chooses.
func asking(channels []messages.ChannelID) map[messages.ChannelID]bool {
	if len(channels) <= maxFilters {
		return nil
	}
	asked := make(map[messages.ChannelID]bool)
	for _, id := range channels {
		asked[id] = true
	}
	return asked
}

// filters returns the subjects of channels' records by partition.
func (l *Log) filters(channels []messages.ChannelID) (map[int][]string, error) {
	by := make(map[int][]string)
	for _, id := range channels {
		name, err := layout.ChannelTokens(id)
		if err != nil {
			return nil, err
		}
		k := journal.PartitionOf(id, l.config.Partitions)
		by[k] = append(by[k], l.store.Names.Line(k, name))
	}
	return by, nil
}
