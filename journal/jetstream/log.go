package jetstream

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
func (j *Journal) Consume(ctx context.Context, partition int, after uint64, deliver func(journal.Record)) error {
	p, err := j.partition(partition)
	if err != nil {
		return err
	}
	if j.store.Closing().Err() != nil {
		return fmt.Errorf("journal: consume: %w", j.store.Gone())
	}
	names := j.naming()
	names.repeats = new(messages.Repeats)
	r := &store.Reader{Stream: j.store.Names.Lines(partition), Last: after}
	r.Take = func(seq uint64, subject string, data []byte) {
		if ctx.Err() != nil || j.store.Closing().Err() != nil {
			return
		}
		p.saw(seq)
		if record, ok := j.readRecord(p, &names, subject, seq, data); ok {
			deliver(record)
		}
	}
	if p.tail != nil && p.tail.begin() {
		r.Tail = p.tail
		defer p.tail.end()
	}
	if err := j.store.Follow(ctx, r); err != nil {
		return fmt.Errorf("journal: consume partition %d: %w", partition, err)
	}
	return nil
}

func (j *Journal) readRecord(p *partition, names *channelNames, subject string, seq uint64, b []byte) (journal.Record, bool) {
	channel, err := names.of(subject)
	if err == nil {
		var record journal.Record
		record, err = decode(names.keys, channel, seq, b, names.repeats)
		if err == nil || errors.Is(err, seal.ErrForgotten) {
			return record, err == nil
		}
	}
	p.unreadable.Add(1)
	j.store.Log.Error("journal record left out", "partition", p.number, "seq", seq, "channel", channel, "err", err)
	return journal.Record{}, false
}

// Last implements journal.Log.
func (j *Journal) Last(ctx context.Context, partition int) (uint64, error) {
	p, err := j.partition(partition)
	if err == nil {
		err = j.store.Check(ctx, "last")
	}
	if err != nil {
		return 0, err
	}
	last, err := j.store.NewestIn(ctx, j.store.Names.Lines(p.number))
	if err != nil {
		return 0, fmt.Errorf("journal: last of partition %d: %w", partition, j.store.Ended(err))
	}
	return last, nil
}

// Checkpoint implements journal.Log.
func (j *Journal) Checkpoint(ctx context.Context, partition int) (uint64, error) {
	p, err := j.partition(partition)
	if err == nil {
		err = j.store.Check(ctx, "checkpoint")
	}
	if err != nil {
		return 0, err
	}
	return p.covered(), nil
}

// SetCheckpoint implements journal.Log; an older one changes nothing and is
// no error, one beyond the newest record becomes that record's.
func (j *Journal) SetCheckpoint(ctx context.Context, epoch uint64, partition int, seq uint64) error {
	p, err := j.partition(partition)
	if err == nil {
		err = j.store.Check(ctx, "set checkpoint")
	}
	if err != nil {
		return err
	}
	if err := p.fenced(j, epoch); err != nil {
		return fmt.Errorf("journal: set checkpoint: %w", err)
	}
	bounded, cancel := j.store.Bounded(ctx)
	defer cancel()
	if err := p.setCheckpoint(bounded, j, seq); err != nil {
		return fmt.Errorf("journal: set checkpoint of partition %d: %w", partition, j.store.Ended(err))
	}
	return nil
}

func (p *partition) setCheckpoint(ctx context.Context, j *Journal, seq uint64) error {
	p.checkpointing.Lock()
	defer p.checkpointing.Unlock()
	seq = min(seq, p.last.Load())
	if seq <= p.covered() {
		return nil
	}
	borne := nats.Header{layout.HeaderBorne: {strconv.FormatUint(p.saved.Load(), 10)}}
	if _, err := j.store.Publish(ctx, j.store.Names.Subject("meta", layout.CheckpointWord(p.number)), fmt.Append(nil, seq), borne); err != nil {
		return err
	}
	p.checkpoint.Store(seq)
	return nil
}
