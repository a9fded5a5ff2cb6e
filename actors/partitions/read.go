package partitions

import (
	"context"
	"fmt"
	"sync"
	"time"

	"familiar/internal/sleep"
	"familiar/journal"
	"familiar/messages"
)

// Read hands a partition's records to the channels they belong to, from the
// checkpoint on, until ctx ends. The caller has claimed the partition, and calls
// [Reader.End] when its channels have left memory.
func (r *Reader) Read(ctx context.Context, partition int) error {
	err := r.consume(ctx, partition)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("partition %d: %w", partition, err)
	}
	return nil
}

func (r *Reader) consume(ctx context.Context, partition int) error {
	after, err := r.Journal.Checkpoint(ctx, partition)
	if err != nil {
		return err
	}
	until, err := r.Journal.Last(ctx, partition)
	if err != nil {
		return err
	}
	at := r.reading(partition)
	at.until.Store(until)
	at.set.Store(after)
	at.floor.Begin(after, messages.InstantOf(time.Now()))
	r.Activity.Begin(partition, after)
	at.begun.Store(true)
	if until <= after {
		r.goLive(partition)
	}
	var watching sync.WaitGroup
	defer watching.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	watching.Go(func() { r.expire(ctx, partition) })
	return r.Journal.Consume(ctx, partition, after, func(record journal.Record) {
		r.Activity.HandedOver(partition, record.Seq)
		at.floor.Handed(record.Channel, record.Seq)
		if r.Watch != nil {
			r.Watch(record)
		}
		at.hold(record.Channel)
		if err := r.Channels.Hand(record); err != nil {
			r.Activity.Add(-1)
			r.Channels.Left(record, err)
		}
		r.handedOver(partition, record)
		r.holdBack(ctx, at)
	})
}

// End says that a partition is read no more and its channels have left memory. It
// writes the checkpoint once more, so that what they saved at the end is covered:
// without it who has the partition next only reads more. It returns up to which record
// the partition was read; false: it never was.
func (r *Reader) End(ctx context.Context, partition int) (read uint64, was bool) {
	at := r.reading(partition)
	read, was = r.Activity.LastRead(partition), at.begun.Load()
	if was {
		r.move(ctx, partition, at)
	}
	r.Activity.End(partition)
	at.begun.Store(false)
	r.readings[partition].Store(newReading(len(r.readings)))
	close(at.over)
	return read, was
}

// mostAhead is how many records may be on their way to their channels while what
// was there at the start is read: most wake a channel, whose goroutine and
// state cost some 20 kB until it is at rest.
const mostAhead = 4096

// heldBack is how long a reader waits for channels that don't step on.
const heldBack = time.Second

// holdBack lets channels keep up with a reader that is catching up. One that
// finds them stuck once waits no more.
func (r *Reader) holdBack(ctx context.Context, at *reading) {
	if at.hasty || at.live.Load() || r.Activity.Count() <= mostAhead {
		return
	}
	const look = time.Millisecond
	for waited := look; r.Activity.Count() > mostAhead; waited += look {
		if waited > heldBack || !sleep.For(ctx, look) {
			at.hasty = true
			return
		}
	}
}
