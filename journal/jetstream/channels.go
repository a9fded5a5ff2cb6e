package jetstream

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/seal"
	"familiar/messages"
)

// errEnough ends a scan whose reader wants no more.
var errEnough = errors.New("enough")

// Records yields what the log has, oldest first in each partition, up to where
// its end is: of all channels or of those named, from since on (0: from the
// beginning). What was erased is left out. A record that can't be read comes with its channel, its sequence
// and an error, and reading goes on; an error without a sequence ends it.
func (j *Journal) Records(ctx context.Context, since messages.Instant, channels ...messages.ChannelID) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		if err := j.records(ctx, since, channels, yield); err != nil && !errors.Is(err, errEnough) {
			yield(journal.Record{}, fmt.Errorf("journal: %w", j.ended(err)))
		}
	}
}

func (j *Journal) records(ctx context.Context, since messages.Instant, channels []messages.ChannelID, yield func(journal.Record, error) bool) error {
	if err := j.open(ctx, "read records"); err != nil {
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
		r := reading{stream: j.names.Lines(k), filters: filters[k]}
		if len(r.filters) > maxFilters {
			r.filters = nil
		}
		if since != 0 {
			r.since = since.Time().Add(-clocks)
		}
		names := j.naming()
		err := j.scan(ctx, r, func(m stored) error {
			record, err := m.record(&names)
			unasked := len(channels) > maxFilters && !asked[record.Channel]
			erased := errors.Is(err, seal.ErrForgotten)
			if unasked || erased || err == nil && record.At < since || yield(record, err) {
				return nil
			}
			return errEnough
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

// clocks is how far the clock of an outside server may be behind ours when a
// part of the log is looked for by time.
const clocks = 5 * time.Minute

// filters gives the subjects of channels' records by partition.
func (j *Journal) filters(channels []messages.ChannelID) (map[int][]string, error) {
	by := make(map[int][]string)
	for _, id := range channels {
		name, err := layout.ChannelTokens(id)
		if err != nil {
			return nil, err
		}
		k := journal.PartitionOf(id, j.config.Partitions)
		by[k] = append(by[k], j.names.Line(k, name))
	}
	return by, nil
}

// record reads a message of a partition's log; with an error it has channel
// and sequence only, as far as they can be told.
func (m stored) record(names *channelNames) (journal.Record, error) {
	id, err := names.of(m.subject)
	if err != nil {
		return journal.Record{Seq: m.seq}, err
	}
	record, err := decode(names.keys, id, m.seq, m.data, names.repeats)
	if err != nil {
		return journal.Record{Channel: id, Seq: m.seq}, fmt.Errorf("record %d of %s: %w", m.seq, id, err)
	}
	return record, nil
}

// Newest yields the newest snapshot of every channel that has one. One that is
// saved meanwhile may come twice, the later the newer. One that can't be read
// comes with its channel, its revision and an error, and reading goes on; an
// error without a revision ends it.
func (j *Journal) Newest(ctx context.Context) iter.Seq2[journal.Snapshot, error] {
	return func(yield func(journal.Snapshot, error) bool) {
		err := j.open(ctx, "read snapshots")
		for k := 0; k < j.config.Partitions && err == nil; k++ {
			names := j.naming() // as many as a line's
			err = j.scan(ctx, reading{stream: j.names.Snapshots(k), newest: true}, func(m stored) error {
				if yield(m.snapshot(&names)) {
					return nil
				}
				return errEnough
			})
		}
		if err != nil && !errors.Is(err, errEnough) {
			yield(journal.Snapshot{}, fmt.Errorf("journal: %w", j.ended(err)))
		}
	}
}

// snapshot reads a message of a partition's snapshots; with an error it has
// channel and revision only, as far as they can be told.
func (m stored) snapshot(names *channelNames) (journal.Snapshot, error) {
	id, err := names.of(m.subject)
	if err != nil {
		return journal.Snapshot{Revision: m.seq}, err
	}
	s := journal.Snapshot{Channel: id, Revision: m.seq}
	st, err := readStamp(m.header)
	if err != nil {
		return s, fmt.Errorf("snapshot %d of %s: %w", m.seq, id, err)
	}
	body, err := openBody(names.keys, id, m.data, st.form)
	if err != nil {
		return s, fmt.Errorf("snapshot %d of %s: %w", m.seq, id, err)
	}
	s.Seq, s.Due, s.Body = st.seq, st.due, body
	return s, nil
}
