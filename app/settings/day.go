package settings

import (
	"context"
	"time"

	"familiar/messages"
	"familiar/policy/experiment"
)

// lookForDay is how often the day is looked at. A timer until midnight would be
// late on a machine that was asleep meanwhile.
const lookForDay = time.Minute

// Today returns the day of UTC, by which experiments draw.
func Today() experiment.Day { return experiment.DayOf(messages.InstantOf(time.Now())) }

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
		generation, changed := f.turnTo(Today())
		if !changed {
			continue
		}
		err := f.Retry.Write(ctx, "tell every channel what experiments draw today", func() error {
			return f.Tell(ctx, generation)
		})
		if err == nil {
			f.Log.Info("experiments draw anew", "day", f.Now().Today.String(), "generation", generation)
		}
	}
}

// turnTo makes the next generation of the configuration, for another day; false:
// no experiment draws otherwise then.
func (f *InForce) turnTo(day experiment.Day) (generation int, changed bool) {
	defer f.Change()()
	now := f.Now()
	if !now.DrawsAnew(now.Today, day) {
		return 0, false
	}
	next := now.next()
	next.Config.Today = day
	f.now.Store(next)
	return next.Generation, true
}
