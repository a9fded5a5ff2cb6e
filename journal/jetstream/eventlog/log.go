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
)

// Consume implements journal.Log. A record that can't be read, because it is
// damaged or a newer program's, is logged, counted and left out; one that was
// erased is left out.
func (l *Log) Consume(ctx context.Context, partition int, after uint64, deliver func(journal.Record)) error {
	p, err := l.partition(partition)
	if err != nil {
		return err
	}
	if l.store.Closing().Err() != nil {
		return fmt.Errorf("journal: consume: %w", l.store.Gone())
	}
	records := l.Decoder()
	records.repeats = new(messages.Repeats)
	r := &store.Reader{Stream: l.store.Names.Lines(partition), Last: after}
	r.Deliver = func(seq uint64, subject string, data []byte) {
		if ctx.Err() != nil || l.store.Closing().Err() != nil {
			return
		}
		p.saw(seq)
		if record, ok := l.readRecord(p, records, store.Message{Subject: subject, Seq: seq, Data: data}); ok {
			p.index.Add(authorsIn(&record))
			deliver(record)
		}
	}
	if p.tail != nil && p.tail.begin() {
		r.Tail = p.tail
		defer p.tail.end()
	}
	if err := l.store.Follow(ctx, r); err != nil {
		return fmt.Errorf("journal: consume partition %d: %w", partition, err)
	}
	return nil
}

// readRecord makes a record of a message. One that can't be read is logged,
// counted and left out.
func (l *Log) readRecord(p *partition, records *Decoder, m store.Message) (journal.Record, bool) {
	channel, err := records.channels.Of(m.Subject)
	if err == nil {
		var record journal.Record
		record, err = decode(records.keys, channel, m.Seq, m.Data, records.repeats)
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
	if err := p.fenced(l.owner, epoch); err != nil {
		return fmt.Errorf("journal: set checkpoint: %w", err)
	}
	bounded, cancel := l.store.Bounded(ctx)
	defer cancel()
	if err := p.setCheckpoint(bounded, l.store, seq); err != nil {
		return fmt.Errorf("journal: set checkpoint of partition %d: %w", partition, l.store.Ended(err))
	}
	return nil
}

func (p *partition) setCheckpoint(ctx context.Context, s *store.Store, seq uint64) error {
	p.checkpointing.Lock()
	defer p.checkpointing.Unlock()
	seq = min(seq, p.last.Load())
	if seq <= p.covered() {
		return nil
	}
	borne := nats.Header{layout.HeaderBorne: {strconv.FormatUint(p.saved.Load(), 10)}}
	if _, err := s.Publish(ctx, s.Names.Subject("meta", layout.CheckpointWord(p.number)), fmt.Append(nil, seq), borne); err != nil {
		return err
	}
	p.checkpoint.Store(seq)
	return nil
}
