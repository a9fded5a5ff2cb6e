package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/journal"
	"familiar/messages"
)

// read hands a partition's records to the channels they belong to, from the
// checkpoint on, until ctx ends.
func (a *App) read(ctx context.Context, partition int) error {
	err := a.consume(ctx, partition)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("partition %d: %w", partition, err)
	}
	return nil
}

func (a *App) consume(ctx context.Context, partition int) error {
	after, err := a.Journal.Checkpoint(ctx, partition)
	if err != nil {
		return err
	}
	until, err := a.Journal.Last(ctx, partition)
	if err != nil {
		return err
	}
	a.readings[partition].until.Store(until)
	tracker := a.checkpoints.floors[partition]
	a.checkpoints.set[partition].Store(after)
	tracker.Begin(after, messages.InstantOf(time.Now()))
	if until <= after {
		a.goLive(partition)
	}
	var watching sync.WaitGroup
	defer watching.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	watching.Go(func() { a.expire(ctx, partition) })
	return a.Journal.Consume(ctx, partition, after, func(r journal.Record) {
		a.quiet.handed(partition, r.Seq)
		tracker.Handed(r.Channel, r.Seq)
		if a.Watch != nil {
			a.Watch.Record(r)
		}
		if _, err := a.host.Send(channel.Key(r.Channel), r); err != nil {
			a.quiet.add(-1)
			a.leave(r, err)
		}
		a.handedOver(partition, r)
		a.holdBack(ctx, &a.readings[partition])
	})
}

// mostAhead is how many records may be on their way to their channels while what
// was there at the start is read: most wake a channel, whose goroutine and
// state cost some 20 kB until it comes to rest.
const mostAhead = 4096

// heldBack is how long a reader waits for channels that don't step on.
const heldBack = time.Second

// holdBack lets channels keep up with a reader that is catching up. One that
// finds them stuck once waits no more.
func (a *App) holdBack(ctx context.Context, r *reading) {
	if r.hasty || r.live.Load() || a.quiet.under.Load() <= mostAhead {
		return
	}
	const look = time.Millisecond
	for waited := look; a.quiet.under.Load() > mostAhead; waited += look {
		if waited > heldBack || !adapter.Wait(ctx, look) {
			r.hasty = true
			return
		}
	}
}

// bury takes what made an actor panic too often.
func (a *App) bury(f host.Failure) {
	r, isRecord := f.Msg.(journal.Record)
	if isRecord {
		defer a.quiet.add(-1)
	}
	if live, is := f.Msg.(channel.Live); is {
		live.Passed()
	}
	if wake, is := f.Msg.(channel.Wake); is && wake.Handled != nil {
		wake.Handled()
	}
	err, _ := f.Value.(error)
	switch failing := errors.Is(err, channel.ErrJournal); {
	case failing && isRecord:
		a.leave(r, err)
	case failing: // nothing of it was to be kept, or its channel finds it again
	case isRecord:
		a.skip(r, fmt.Sprint(f.Value))
	default:
		a.Log.Error("message given up", "actor", f.Key.String(), "type", fmt.Sprintf("%T", f.Msg))
	}
}

// skip marks an event in its channel's journal, so that no reload meets it
// again, and tells the operator before. Its channel waits: it could not be
// loaded without the mark, and what comes next would be skipped in its place.
func (a *App) skip(r journal.Record, reason string) {
	a.Log.Error("event skipped", "channel", string(r.Channel), "seq", r.Seq, "reason", reason)
	letter := journal.Letter{At: messages.InstantOf(time.Now()), Channel: r.Channel, Seq: r.Seq, Reason: reason}
	err := a.insist(a.running, "bury a skipped event", func() error { return a.Journal.Bury(a.running, letter) })
	if err == nil {
		err = a.insist(a.running, "mark a skipped event", func() error {
			_, err := a.Journal.Append(a.running, a.epoch, r.Channel, messages.Skipped{Seq: r.Seq, Reason: reason})
			return err
		})
	}
	if err != nil {
		a.leave(r, err)
	}
}
