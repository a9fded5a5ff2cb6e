package memory

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// Append implements journal.Log. At is monotone along the partition. The
// events are kept as they are. Without events it returns a zero record.
func (j *Journal) Append(ctx context.Context, epoch uint64, channel messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if err := j.open(ctx, "append"); err != nil || len(events) == 0 {
		return journal.Record{}, err
	}
	record, err := j.of(channel).append(epoch, channel, events)
	if err != nil {
		return journal.Record{}, fmt.Errorf("memory journal: append to %s: %w", channel, err)
	}
	return record, nil
}

// Consume implements journal.Log. Records that are covered may be left out.
func (j *Journal) Consume(ctx context.Context, partition int, after uint64, deliver func(journal.Record)) error {
	p, err := j.partition(partition)
	if err != nil {
		return err
	}
	sleeper := make(chan struct{}, 1)
	defer p.stopWaiting(sleeper)
	next := func(batch []journal.Record) []journal.Record {
		batch = p.next(after, batch, sleeper)
		if len(batch) > 0 {
			after = batch[len(batch)-1].Seq
		}
		return batch
	}
	if pump(ctx, j.closed, sleeper, next, deliver) {
		return fmt.Errorf("memory journal: consume: %w", journal.ErrClosed)
	}
	return nil
}

// Follow implements journal.Log. It hands over all of the partition's records.
func (j *Journal) Follow(ctx context.Context, partition int, _ []messages.ChannelID, after uint64, deliver func(journal.Record)) error {
	return j.Consume(ctx, partition, after, deliver)
}

// next fills batch with records after seq, or registers the sleeper.
func (p *partition) next(seq uint64, batch []journal.Record, sleeper chan struct{}) []journal.Record {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := p.after(seq); i < len(p.records) && len(batch) < cap(batch); i++ {
		batch = append(batch, p.records[i].Record)
	}
	if len(batch) == 0 {
		p.bell.sleep(sleeper)
	}
	return batch
}

func (p *partition) stopWaiting(sleeper chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bell.removeSleeper(sleeper)
}

// Replay implements journal.Log. It looks through the whole partition, and
// sees what is appended meanwhile.
func (j *Journal) Replay(ctx context.Context, channel messages.ChannelID, after uint64) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		p, seq := j.of(channel), after
		for {
			if err := j.open(ctx, "replay"); err != nil {
				yield(journal.Record{}, err)
				return
			}
			found, upTo := p.replay(channel, seq)
			for _, record := range found {
				if !yield(record, nil) {
					return
				}
			}
			if upTo == seq {
				return
			}
			seq = upTo
		}
	}
}

// replay looks at a stretch of the records after seq and says where it ended.
func (p *partition) replay(id messages.ChannelID, seq uint64) (found []journal.Record, upTo uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	first := p.after(seq)
	for _, e := range p.records[first:min(first+stretch, len(p.records))] {
		if seq = e.Seq; e.Channel == id {
			found = append(found, e.Record)
		}
	}
	return found, seq
}

// Rewind implements journal.Log. It looks through the whole partition.
func (j *Journal) Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		for record, err := range j.RewindFrom(ctx, channel, math.MaxUint64) {
			if (err != nil || before == 0 || record.At < before) && !yield(record, err) {
				return
			}
		}
	}
}

// RewindFrom implements [journal.SequenceSeeker].
func (j *Journal) RewindFrom(ctx context.Context, channel messages.ChannelID, before uint64) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		p, upTo := j.of(channel), before
		for upTo != 0 {
			if err := j.open(ctx, "rewind"); err != nil {
				yield(journal.Record{}, err)
				return
			}
			var found []journal.Record
			found, upTo = p.rewind(channel, upTo)
			for _, record := range found {
				if !yield(record, nil) {
					return
				}
			}
		}
	}
}

// rewind looks at a stretch of the records before seq, newest first, and says
// where it ended; 0 is the end of all.
func (p *partition) rewind(id messages.ChannelID, seq uint64) (found []journal.Record, from uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	end := p.after(seq - 1)
	begin := max(0, end-stretch)
	for _, e := range slices.Backward(p.records[begin:end]) {
		if e.Channel == id {
			found = append(found, e.Record)
		}
	}
	if begin == 0 {
		return found, 0
	}
	return found, p.records[begin].Seq
}

// stretch is how many records or notes a search looks at under one taking of
// the lock: some 10 µs.
const stretch = 4096

// Last implements journal.Log.
func (j *Journal) Last(ctx context.Context, partition int) (uint64, error) {
	p, err := j.opened(ctx, partition, "last")
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lastSeq, nil
}

// Checkpoint implements journal.Log.
func (j *Journal) Checkpoint(ctx context.Context, partition int) (uint64, error) {
	p, err := j.opened(ctx, partition, "checkpoint")
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.checkpoint, nil
}

// SetCheckpoint implements journal.Log; an older one changes nothing and is
// no error.
func (j *Journal) SetCheckpoint(ctx context.Context, epoch uint64, partition int, seq uint64) error {
	p, err := j.opened(ctx, partition, "set checkpoint")
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.fence.Pass(epoch); err != nil {
		return fmt.Errorf("memory journal: set checkpoint: %w", err)
	}
	for i := p.after(p.checkpoint); i < len(p.records) && p.records[i].Seq <= seq; i++ {
		p.cover(p.records[i].of, seq)
	}
	p.checkpoint = max(p.checkpoint, min(seq, p.lastSeq))
	return nil
}
