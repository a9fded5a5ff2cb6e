package app

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"familiar/actors/channel"
	"familiar/journal"
	"familiar/journal/checkpoint"
	"familiar/messages"
)

// checkpointEvery is how often the checkpoints move, and namesEvery how often
// channels are told to save: few at a time, since a line that comes with forty
// saves waits for them.
const (
	checkpointEvery = 250 * time.Millisecond
	namesEvery      = 20 * time.Millisecond
)

// checkpoints moves every partition's checkpoint to the last record before the
// first that no snapshot covers, and has channels save that hold one back.
type checkpoints struct {
	app    *App
	floors []*checkpoint.Tracker // by partition
	set    []atomic.Uint64       // what was written last, or at the start, by partition
}

func newCheckpoints(app *App, partitions int) *checkpoints {
	c := &checkpoints{app: app, set: make([]atomic.Uint64, partitions)}
	for range partitions {
		c.floors = append(c.floors, checkpoint.New())
	}
	return c
}

// run works until ctx ends. The error says that the journal has another owner.
func (c *checkpoints) run(ctx context.Context) error {
	name, move := time.NewTicker(namesEvery), time.NewTicker(checkpointEvery)
	defer name.Stop()
	defer move.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-name.C:
			c.name(messages.InstantOf(time.Now()))
		case <-move.C:
			if err := c.move(ctx); err != nil {
				return err
			}
		}
	}
}

// name tells the channels that should save to do so.
func (c *checkpoints) name(now messages.Instant) {
	for _, f := range c.floors {
		for _, id := range f.Overdue(now) {
			c.app.send(channel.Key(id), channel.Save{})
		}
	}
}

// move writes the checkpoints that moved. What the journal doesn't take is
// written the next time.
func (c *checkpoints) move(ctx context.Context) error {
	for p, f := range c.floors {
		seq := f.Floor() - 1
		if seq <= c.set[p].Load() {
			continue
		}
		switch err := c.app.Journal.SetCheckpoint(ctx, c.app.epoch, p, seq); {
		case err == nil:
			c.set[p].Store(seq)
		case errors.Is(err, journal.ErrConflict):
			return fmt.Errorf("checkpoint of partition %d: %w", p, err)
		case ctx.Err() == nil && !errors.Is(err, journal.ErrAway): // which the journal tells
			c.app.Log.Warn("checkpoint not written, trying again", "partition", p, "seq", seq, "err", err)
		}
	}
	return nil
}

// A noticed journal tells the checkpoints which records are covered, and the
// waker who has a deadline.
type noticed struct {
	journal.Journal
	floors []*checkpoint.Tracker
	waker  *waker
}

func (j noticed) Load(ctx context.Context, id messages.ChannelID) (journal.Snapshot, error) {
	s, err := j.Journal.Load(ctx, id)
	if err == nil && s.Revision != 0 {
		j.floors[j.Partition(id)].Saved(id, s.Seq)
	}
	return s, err
}

func (j noticed) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (revision uint64, err error) {
	revision, err = j.Journal.Save(ctx, epoch, s)
	if err == nil {
		j.floors[j.Partition(s.Channel)].Saved(s.Channel, s.Seq)
		j.waker.set(s.Channel, s.Due)
	}
	return revision, err
}
