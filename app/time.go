package app

import (
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/telemetry"
)

// A timing keeps to a line a minute what is logged of others' clocks.
type timing struct{ behind, refused telemetry.Seldom }

func newTiming() timing {
	return timing{behind: telemetry.Seldom{Every: time.Minute}, refused: telemetry.Seldom{Every: time.Minute}}
}

// tellTime tells everybody what this process counts.
func (a *App) tellTime() { tellAll(a, tellTime, a.Clock.Now()) }

// hearTime has this process count from what another one counts, if that is later. Who
// tells its time isn't silent.
func (a *App) hearTime(from string, at messages.Instant) {
	a.silences.hear(from, time.Now())
	timing := &a.others.timing
	if !a.Clock.See(at) {
		if _, say := timing.refused.Count(1); say {
			a.Log.Warn("clock of another process is more than an hour ahead of this machine's, it is not followed", "process", from, "its_time", at.String())
		}
		return
	}
	if ahead := a.Clock.Ahead(); ahead >= journal.ClockBehind {
		if _, say := timing.behind.Count(1); say {
			a.Log.Warn("this machine's clock is slow, time is counted by another process's", "process", from, "behind", ahead.Round(time.Second))
		}
	}
}
