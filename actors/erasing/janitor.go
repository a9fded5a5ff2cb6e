package erasing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"familiar/internal/sleep"
	"familiar/journal"
	"familiar/messages"
)

// When the janitor looks, and how long it rests between two channels and two
// partitions: those that talk come first, and of what the journal reads for a
// partition it keeps all in memory for ten seconds.
const (
	cleanFirst = time.Minute
	cleanEvery = 24 * time.Hour
	cleanPause = 5 * time.Millisecond
	cleanRest  = 10 * time.Second
)

// DefaultKeep is how long a channel nobody talks in keeps what was said.
const DefaultKeep = 30 * 24 * time.Hour

// A Janitor has channels forget what is too old. All fields are needed.
type Janitor struct {
	Journal journal.Journal
	Keep    time.Duration // how long a channel nobody talks in keeps what was said
	Log     *slog.Logger
}

// Run has channels forget what is too old, until ctx ends. One that is
// still talked in does so by itself.
func (j Janitor) Run(ctx context.Context) {
	for pause := cleanFirst; sleep.For(ctx, pause); pause = cleanEvery {
		if err := j.clean(ctx); err != nil && ctx.Err() == nil {
			j.Log.Warn("old channels left for tomorrow", "err", err)
		}
	}
}

// clean tells each channel that nobody saved for so long to forget. What fails
// in one partition keeps no other from it.
func (j Janitor) clean(ctx context.Context) (failed error) {
	before := messages.InstantOf(time.Now().Add(-j.Keep))
	for p := range j.Journal.Partitions() {
		if p > 0 && !sleep.For(ctx, cleanRest) {
			break
		}
		if err := j.cleanPartition(ctx, p, before); err != nil {
			failed = errors.Join(failed, fmt.Errorf("partition %d: %w", p, err))
		}
	}
	return failed
}

func (j Janitor) cleanPartition(ctx context.Context, partition int, before messages.Instant) error {
	for id, err := range j.Journal.Aged(ctx, partition, before) {
		if err != nil {
			return fmt.Errorf("look for old channels: %w", err)
		}
		if _, err := j.Journal.Append(ctx, journal.EpochOf(j.Journal, id), id, messages.Forgotten{Before: before}); err != nil {
			return fmt.Errorf("forget: %w", err)
		}
		if !sleep.For(ctx, cleanPause) {
			return nil
		}
	}
	return nil
}
