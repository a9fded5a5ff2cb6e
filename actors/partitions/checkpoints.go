package partitions

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

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
	journal journal.Journal
	save    func(messages.ChannelID) // has a channel save
	log     *slog.Logger
	floors  []*checkpoint.Tracker // by partition
	set     []atomic.Uint64       // what was written last, or at the start, by partition
}

func newCheckpoints(o Options) *checkpoints {
	c := &checkpoints{journal: o.Journal, save: o.Channels.Save, log: o.Log, set: make([]atomic.Uint64, o.Journal.Partitions())}
	for range c.set {
		c.floors = append(c.floors, checkpoint.New())
	}
	return c
}

// MoveCheckpoints works until ctx ends. The error says that the journal has
// another owner.
func (r *Reader) MoveCheckpoints(ctx context.Context) error { return r.checkpoints.run(ctx) }

// LastCheckpoint writes the checkpoints once more: what the channels saved at
// the end is covered.
func (r *Reader) LastCheckpoint(ctx context.Context) error { return r.checkpoints.move(ctx) }

func (c *checkpoints) run(ctx context.Context) error {
	name, move := time.NewTicker(namesEvery), time.NewTicker(checkpointEvery)
	defer name.Stop()
	defer move.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-name.C:
			c.saveOverdue(messages.InstantOf(time.Now()))
		case <-move.C:
			if err := c.move(ctx); err != nil {
				return err
			}
		}
	}
}

// saveOverdue tells the channels that should save to do so.
func (c *checkpoints) saveOverdue(now messages.Instant) {
	for _, f := range c.floors {
		for _, id := range f.Overdue(now) {
			c.save(id)
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
		switch err := c.journal.SetCheckpoint(ctx, c.journal.Epoch(p), p, seq); {
		case err == nil:
			c.set[p].Store(seq)
		case errors.Is(err, journal.ErrConflict):
			return fmt.Errorf("checkpoint of partition %d: %w", p, err)
		case ctx.Err() == nil && !errors.Is(err, journal.ErrAway): // which the journal tells
			c.log.Warn("checkpoint not written, trying again", "partition", p, "seq", seq, "err", err)
		}
	}
	return nil
}

// A noticed journal tells the checkpoints which records are covered.
type noticed struct {
	journal.Journal
	floors []*checkpoint.Tracker
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
	}
	return revision, err
}
