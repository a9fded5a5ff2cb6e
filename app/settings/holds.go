package settings

import (
	"context"
	"fmt"
	"slices"
	"time"

	"familiar/config"
	"familiar/journal"
)

// lookForHolds is how often what is held is read, as another process or a command may
// have changed it.
const lookForHolds = 5 * time.Second

// A HoldsReader tells what may not be erased.
type HoldsReader func(ctx context.Context) (journal.Holds, error)

// RecallHolds puts what is held in force, before anybody is heard.
func (f *InForce) RecallHolds(ctx context.Context, read HoldsReader) error {
	return f.Retry.Read(ctx, "what is held", func() error {
		_, _, err := f.takeHolds(ctx, read)
		return err
	})
}

// FollowHolds puts what is held in force whenever it changes, as the next generation of
// the configuration, and tells the channels in memory, until ctx ends. While it can't be
// read, what was held stays so.
func (f *InForce) FollowHolds(ctx context.Context, read HoldsReader) {
	tick := time.NewTicker(lookForHolds)
	defer tick.Stop()
	var failed string // the last error, which is logged once
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		generation, changed, err := f.takeHolds(ctx, read)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			if said := err.Error(); said != failed {
				f.Log.Error("what is held can't be read, what was held stays so", "err", err)
				failed = said
			}
			continue
		}
		if failed = ""; !changed {
			continue
		}
		err = f.Retry.Write(ctx, "tell every channel what is held", func() error { return f.Tell(ctx, generation) })
		if err == nil {
			f.Log.Info("what may not be erased has changed", "count", len(f.Now().Holds), "generation", generation)
		}
	}
}

// takeHolds makes the next generation of the configuration; false: what is held is what
// was.
func (f *InForce) takeHolds(ctx context.Context, read HoldsReader) (generation int, changed bool, err error) {
	kept, err := read(ctx)
	if err != nil {
		return 0, false, err
	}
	held := make([]config.Pattern, len(kept.All))
	for i, h := range kept.All {
		if err := held[i].UnmarshalText([]byte(h.Match)); err != nil {
			return 0, false, fmt.Errorf("hold %q: %w", h.Match, err)
		}
	}
	defer f.Change()()
	now := f.Now()
	if slices.Equal(now.Holds, held) {
		return 0, false, nil
	}
	next := now.next()
	next.Config = next.Holding(held)
	f.now.Store(next)
	return next.Generation, true, nil
}
