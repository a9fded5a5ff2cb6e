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
	"familiar/journal/seal"
	"familiar/messages"
)

// Records yields what the log has, oldest first in each partition, up to where
// its end is: of all channels or of those named, from since on (0: from the
// beginning). What was erased is left out. A record that can't be read comes with its channel, its sequence
// and an error, and reading goes on; an error without a sequence ends it.
func (j *Journal) Records(ctx context.Context, since messages.Instant, channels ...messages.ChannelID) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		if err := j.records(ctx, since, channels, yield); err != nil && !errors.Is(err, store.ErrEnough) {
			yield(journal.Record{}, fmt.Errorf("journal: %w", j.store.Ended(err)))
		}
	}
}

func (j *Journal) records(ctx context.Context, since messages.Instant, channels []messages.ChannelID, yield func(journal.Record, error) bool) error {
	if err := j.store.Check(ctx, "read records"); err != nil {
		return err
	}
	filters, err := j.filters(channels)
	if err != nil {
		return err
	}
	asked := make(map[messages.ChannelID]bool)
	for _, id := range channels {
		asked[id] = true
	}
	for k := range j.config.Partitions {
		if len(channels) > 0 && len(filters[k]) == 0 {
			continue
		}
		r := store.Reading{Stream: j.store.Names.Lines(k), Filters: filters[k]}
		if len(r.Filters) > maxFilters {
			r.Filters = nil
		}
		if since != 0 {
			r.Since = since.Time().Add(-store.ClockSlack)
		}
		names := j.naming()
		err := j.store.Scan(ctx, r, func(m store.Message) error {
			record, err := recordOf(m, &names)
			unasked := len(channels) > maxFilters && !asked[record.Channel]
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

// filters returns the subjects of channels' records by partition.
func (j *Journal) filters(channels []messages.ChannelID) (map[int][]string, error) {
	by := make(map[int][]string)
	for _, id := range channels {
		name, err := layout.ChannelTokens(id)
		if err != nil {
			return nil, err
		}
		k := journal.PartitionOf(id, j.config.Partitions)
		by[k] = append(by[k], j.store.Names.Line(k, name))
	}
	return by, nil
}

// record reads a message of a partition's log; with an error it has channel
// and sequence only, as far as they can be told.
func recordOf(m store.Message, names *channelNames) (journal.Record, error) {
	id, err := names.of(m.Subject)
	if err != nil {
		return journal.Record{Seq: m.Seq}, err
	}
	record, err := decode(names.keys, id, m.Seq, m.Data, names.repeats)
	if err != nil {
		return journal.Record{Channel: id, Seq: m.Seq}, fmt.Errorf("record %d of %s: %w", m.Seq, id, err)
	}
	return record, nil
}

// Newest yields the newest snapshot of every channel that has one. One that is
// saved meanwhile may come twice, the later the newer. One that can't be read
// comes with its channel, its revision and an error, and reading goes on; an
// error without a revision ends it.
func (j *Journal) Newest(ctx context.Context) iter.Seq2[journal.Snapshot, error] {
	return func(yield func(journal.Snapshot, error) bool) {
		err := j.store.Check(ctx, "read snapshots")
		for k := 0; k < j.config.Partitions && err == nil; k++ {
			names := j.naming() // as many as a line's
			err = j.store.Scan(ctx, store.Reading{Stream: j.store.Names.Snapshots(k), Newest: true}, func(m store.Message) error {
				if yield(snapshotOf(m, &names)) {
					return nil
				}
				return store.ErrEnough
			})
		}
		if err != nil && !errors.Is(err, store.ErrEnough) {
			yield(journal.Snapshot{}, fmt.Errorf("journal: %w", j.store.Ended(err)))
		}
	}
}

// snapshot reads a message of a partition's snapshots; with an error it has
// channel and revision only, as far as they can be told.
func snapshotOf(m store.Message, names *channelNames) (journal.Snapshot, error) {
	id, err := names.of(m.Subject)
	if err != nil {
		return journal.Snapshot{Revision: m.Seq}, err
	}
	s := journal.Snapshot{Channel: id, Revision: m.Seq}
	st, err := layout.ReadStamp(m.Header)
	if err != nil {
		return s, fmt.Errorf("snapshot %d of %s: %w", m.Seq, id, err)
	}
	body, err := sealed.OpenBody(names.keys, id, m.Data, st.Form)
	if err != nil {
		return s, fmt.Errorf("snapshot %d of %s: %w", m.Seq, id, err)
	}
	s.Seq, s.Due, s.Body = st.Seq, st.Due, body
	return s, nil
}
