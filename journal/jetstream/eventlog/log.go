package eventlog

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Consume implements journal.Log. A record that can't be read, because it is
// damaged or a newer program's, is logged, counted and left out; one that was
// erased is left out.
func (l *Log) Consume(ctx context.Context, partition int, after uint64, deliver func(journal.Record)) error {
	p, err := l.readable(partition)
	if err != nil {
		return err
	}
	r := l.reader(ctx, p, after, func(record journal.Record) {
		p.index.Add(authorsIn(&record))
		deliver(record)
	})
	if p.tail != nil && p.tail.begin() {
		r.Tail = p.tail
		defer p.tail.end()
	}
	return l.follow(ctx, p, r)
}

// Follow implements journal.Log. The server leaves out what it can, but never that the
// partition was taken over: what a former owner writes after that doesn't count.
func (l *Log) Follow(ctx context.Context, partition int, channels []messages.ChannelID, after uint64, deliver func(journal.Record)) error {
	p, err := l.readable(partition)
	if err != nil {
		return err
	}
	filters, err := l.filters(channels)
	if err != nil {
		return fmt.Errorf("journal: follow partition %d: %w", partition, err)
	}
	r := l.reader(ctx, p, after, deliver)
	if chosen := filters[partition]; len(chosen) > 0 && len(chosen) <= maxFilters {
		r.Filters = chosen
	}
	if l.config.Fenced && r.Filters != nil {
		r.Filters = append(r.Filters, p.owned)
		if err := l.readOwners(ctx, p); err != nil { // those before `after`, too
			return fmt.Errorf("journal: follow partition %d: %w", partition, l.store.Ended(err))
		}
	}
	return l.follow(ctx, p, r)
}

// readable returns a partition whose log can be followed.
func (l *Log) readable(k int) (*partition, error) {
	p, err := l.partition(k)
	if err == nil && l.store.Closing().Err() != nil {
		err = fmt.Errorf("journal: consume: %w", l.store.Gone())
	}
	return p, err
}

// reader returns one that hands over what counts and can be read after a sequence.
func (l *Log) reader(ctx context.Context, p *partition, after uint64, deliver func(journal.Record)) *store.Reader {
	records := l.Decoder()
	records.repeats = new(messages.Repeats)
	r := &store.Reader{Stream: l.store.Names.Lines(p.number), Last: after}
	r.Deliver = func(seq uint64, subject string, data []byte) {
		if ctx.Err() != nil || l.store.Closing().Err() != nil {
			return
		}
		p.saw(seq)
		if l.config.Fenced && !l.passes(p, seq, subject, data) {
			return
		}
		if record, ok := l.readRecord(p, records, store.Message{Subject: subject, Seq: seq, Data: data}); ok {
			deliver(record)
		}
	}
	return r
}

// follow reads until ctx ends.
func (l *Log) follow(ctx context.Context, p *partition, r *store.Reader) error {
	if err := l.store.Follow(ctx, r); err != nil {
		return fmt.Errorf("journal: consume partition %d: %w", p.number, err)
	}
	return nil
}

// readRecord makes a record of a message. One that can't be read is logged,
// counted and left out.
func (l *Log) readRecord(p *partition, records *Decoder, m store.Message) (journal.Record, bool) {
	channel, err := records.channels.Of(m.Subject)
	if err == nil {
		var record journal.Record
		record, err = decode(records.keys, channel, m.Seq, m.Data, records.repeats, &records.room)
		if err == nil || errors.Is(err, seal.ErrForgotten) {
			return record, err == nil
		}
	}
	p.unreadable.Add(1)
	l.store.Log.Error("journal record skipped", "partition", p.number, "seq", m.Seq, "channel", channel, "err", err)
	return journal.Record{}, false
}

// Last implements journal.Log.
func (l *Log) Last(ctx context.Context, partition int) (uint64, error) {
	p, err := l.partition(partition)
	if err == nil {
		err = l.store.Check(ctx, "last")
	}
	if err != nil {
		return 0, err
	}
	last, err := l.store.NewestIn(ctx, l.store.Names.Lines(p.number))
	if err == nil && l.config.Fenced {
		last, err = l.newestRecord(ctx, p, last)
	}
	if err != nil {
		return 0, fmt.Errorf("journal: last of partition %d: %w", partition, l.store.Ended(err))
	}
	return last, nil
}

// Checkpoint implements journal.Log.
func (l *Log) Checkpoint(ctx context.Context, partition int) (uint64, error) {
	p, err := l.partition(partition)
	if err == nil {
		err = l.store.Check(ctx, "checkpoint")
	}
	if err != nil {
		return 0, err
	}
	return p.covered(), nil
}

// SetCheckpoint implements journal.Log; an older one changes nothing and is
// no error, one beyond the newest record becomes that record's.
func (l *Log) SetCheckpoint(ctx context.Context, epoch uint64, partition int, seq uint64) error {
	p, err := l.partition(partition)
	if err == nil {
		err = l.store.Check(ctx, "set checkpoint")
	}
	if err != nil {
		return err
	}
	if err := p.fenced(epoch); err != nil {
		return fmt.Errorf("journal: set checkpoint: %w", err)
	}
	bounded, cancel := l.store.Bounded(ctx)
	defer cancel()
	if err := l.setCheckpoint(bounded, p, seq); err != nil {
		return fmt.Errorf("journal: set checkpoint of partition %d: %w", partition, l.store.Ended(err))
	}
	return nil
}

func (l *Log) setCheckpoint(ctx context.Context, p *partition, seq uint64) error {
	p.checkpointing.Lock()
	defer p.checkpointing.Unlock()
	seq = min(seq, p.last.Load())
	if seq <= p.covered() {
		return nil
	}
	return l.writeCheckpoint(ctx, p, seq)
}

// writeCheckpoint writes it over the one that this process wrote last: a former
// owner's, which would count on snapshots that are none any more, is refused. The
// caller holds checkpointing.
func (l *Log) writeCheckpoint(ctx context.Context, p *partition, seq uint64) error {
	subject, body := l.store.Names.Subject("meta", l.store.Names.CheckpointWord(p.number)), fmt.Append(nil, seq)
	header := nats.Header{layout.HeaderBorne: {strconv.FormatUint(p.saved.Load(), 10)}}
	mine, _ := p.mine()
	if l.config.Fenced {
		p.owners.Drop(p.first.Load())
		header.Set(layout.HeaderOwner, fmt.Sprint(mine.Epoch, " ", mine.Process))
		header.Set(layout.HeaderOwners, p.owners.Text(seq))
		header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(p.written, 10))
	}
	written, err := l.store.Publish(ctx, subject, body, header)
	if errors.Is(err, journal.ErrConflict) {
		if p.written, err = l.overCheckpoint(ctx, p, mine, subject); err != nil {
			return err
		}
		header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(p.written, 10))
		written, err = l.store.Publish(ctx, subject, body, header)
	}
	if err != nil {
		return err
	}
	p.written = written
	p.checkpoint.Store(seq)
	return nil
}

// overCheckpoint returns the revision of a checkpoint that this process may write
// over though it doesn't know it: one of its own whose answer was lost, or a former
// owner's.
func (l *Log) overCheckpoint(ctx context.Context, p *partition, mine journal.Owned, subject string) (revision uint64, err error) {
	newest, err := l.store.Surely(ctx, l.store.Names.Stream("meta"), subject)
	if err != nil || newest == nil {
		return 0, err
	}
	var by journal.Owned
	if said := newest.Header.Get(layout.HeaderOwner); said != "" {
		if _, err := fmt.Sscan(said, &by.Epoch, &by.Process); err != nil {
			return 0, fmt.Errorf("meta record %s: %w", l.store.Names.CheckpointWord(p.number), err)
		}
	}
	if by.Epoch > mine.Epoch || by.Epoch == mine.Epoch && by.Process != mine.Process {
		return 0, fmt.Errorf("the checkpoint is of epoch %d: %w", by.Epoch, journal.ErrConflict)
	}
	return newest.Sequence, nil
}
