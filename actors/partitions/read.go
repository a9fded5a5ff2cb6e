package partitions

import (
	"context"
	"fmt"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/journal"
	"familiar/messages"
)

// Read hands a partition's records to the channels they belong to, from the
// checkpoint on, until ctx ends.
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
	r.readings[partition].until.Store(until)
	tracker := r.checkpoints.floors[partition]
	r.checkpoints.set[partition].Store(after)
	tracker.Begin(after, messages.InstantOf(time.Now()))
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
		tracker.Handed(record.Channel, record.Seq)
		if r.Watch != nil {
			r.Watch(record)
		}
		if err := r.Channels.Hand(record); err != nil {
			r.Activity.Add(-1)
			r.Channels.Left(record, err)
		}
		r.handedOver(partition, record)
		r.holdBack(ctx, &r.readings[partition])
	})
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
		if waited > heldBack || !adapter.Wait(ctx, look) {
			at.hasty = true
			return
		}
	}
}
