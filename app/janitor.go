package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/actors/adapter"
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

// keepDefault is how long a channel nobody talks in keeps what was said.
const keepDefault = 30 * 24 * time.Hour

// janitor has channels forget what is too old, until ctx ends. One that is
// still talked in does so by itself.
func (a *App) janitor(ctx context.Context) {
	for pause := cleanFirst; adapter.Wait(ctx, pause); pause = cleanEvery {
		if err := a.clean(ctx); err != nil && ctx.Err() == nil {
			a.Log.Warn("old channels are left for tomorrow", "err", err)
		}
	}
}

// clean tells each channel that nobody saved for so long to forget. What fails
// in one partition keeps no other from it.
func (a *App) clean(ctx context.Context) (failed error) {
	before := messages.InstantOf(time.Now().Add(-a.Keep))
	for p := range a.Journal.Partitions() {
		if p > 0 && !adapter.Wait(ctx, cleanRest) {
			break
		}
		if err := a.cleanPartition(ctx, p, before); err != nil {
			failed = errors.Join(failed, fmt.Errorf("partition %d: %w", p, err))
		}
	}
	return failed
}

func (a *App) cleanPartition(ctx context.Context, partition int, before messages.Instant) error {
	for id, err := range a.Journal.Aged(ctx, partition, before) {
		if err != nil {
			return fmt.Errorf("look for old channels: %w", err)
		}
		if _, err := a.Journal.Append(ctx, a.epoch, id, messages.Forgotten{Before: before}); err != nil {
			return fmt.Errorf("forget: %w", err)
		}
		if !adapter.Wait(ctx, cleanPause) {
			return nil
		}
	}
	return nil
}
