package settings

import (
	"context"
	"time"

	"familiar/messages"
)

// lookForDay is how often the day is looked at. A timer until midnight would be
// late on a machine that was asleep meanwhile.
const lookForDay = time.Minute

// Now returns the moment by whose day experiments draw.
func Now() messages.Instant { return messages.InstantOf(time.Now()) }

// FollowDays puts each day's draws of the experiments in force, as the next
// generation of the configuration, and tells the channels in memory, until ctx
// ends.
func (f *InForce) FollowDays(ctx context.Context) {
	tick := time.NewTicker(lookForDay)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		generation, changed := f.turnTo(Now())
		if !changed {
			continue
		}
		err := f.Retry.Write(ctx, "tell every channel what experiments draw today", func() error {
			return f.Tell(ctx, generation)
		})
		if err == nil {
			f.Log.Info("experiments draw anew", "at", f.Now().Drawn.String(), "generation", generation)
		}
	}
}

// turnTo makes the next generation of the configuration, for another moment; false:
// no experiment draws otherwise then.
func (f *InForce) turnTo(at messages.Instant) (generation int, changed bool) {
	defer f.Change()()
	now := f.Now()
	if !now.DrawsAnew(now.Drawn, at) {
		return 0, false
	}
	next := now.next()
	next.Config = next.At(at)
	f.now.Store(next)
	return next.Generation, true
}
