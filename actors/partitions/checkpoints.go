package partitions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// checkpointEvery is how often the checkpoints move, and namesEvery how often
// channels are told to save: few at a time, since a line that comes with forty
// saves waits for them.
const (
	checkpointEvery = 250 * time.Millisecond
	namesEvery      = 20 * time.Millisecond
)

// MoveCheckpoints moves the checkpoint of each partition that is this process's to the
// last record before the first that no snapshot covers, and has channels save that
// hold one back, until ctx ends.
func (r *Reader) MoveCheckpoints(ctx context.Context) {
	name, move := time.NewTicker(namesEvery), time.NewTicker(checkpointEvery)
	defer name.Stop()
	defer move.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-name.C:
			r.saveOverdue(messages.InstantOf(time.Now()))
		case <-move.C:
			r.moveNow(ctx)
		}
	}
}

// moveNow moves the checkpoints once.
func (r *Reader) moveNow(ctx context.Context) {
	for p, at := range r.begun() {
		r.move(ctx, p, at)
	}
}

// saveOverdue tells the channels that should save to do so.
func (r *Reader) saveOverdue(now messages.Instant) {
	for _, at := range r.begun() {
		for _, id := range at.floor.Overdue(now) {
			r.Channels.Save(id)
		}
	}
}

// move writes a checkpoint that moved. What the journal doesn't take is written the
// next time.
func (r *Reader) move(ctx context.Context, partition int, at *reading) {
	seq := at.floor.Floor() - 1
	if seq <= at.set.Load() {
		return
	}
	switch err := r.Journal.SetCheckpoint(ctx, r.Journal.Epoch(partition), partition, seq); {
	case err == nil:
		at.set.Store(seq)
	case errors.Is(err, journal.ErrConflict):
		if r.Lost != nil {
			r.Lost(partition, fmt.Errorf("checkpoint of partition %d: %w", partition, err))
		}
	case ctx.Err() == nil && !errors.Is(err, journal.ErrAway): // which the journal tells
		r.Log.Warn("checkpoint not written, trying again", "partition", partition, "seq", seq, "err", err)
	}
}

// A noticed journal tells the checkpoints which records are covered.
type noticed struct {
	journal.Journal
	reader *Reader
}

func (j noticed) Load(ctx context.Context, id messages.ChannelID) (journal.Snapshot, error) {
	s, err := j.Journal.Load(ctx, id)
	if err == nil && s.Revision != 0 {
		j.reader.readingOf(id).floor.Saved(id, s.Seq)
	}
	return s, err
}

func (j noticed) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (revision uint64, err error) {
	revision, err = j.Journal.Save(ctx, epoch, s)
	if err == nil {
		j.reader.readingOf(s.Channel).floor.Saved(s.Channel, s.Seq)
	}
	return revision, err
}
