package app

import (
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/messages"
	"familiar/policy/experiment"
)

// tried is two with an experiment about Aria, whose days are drawn.
const tried = two + `
[journal]
keep_notes = "720h"
[experiments.calmer]
familiar = "aria"
match = "terminal:*"
by = "day"
begin = "2000-01-02"
end = "2000-01-12"
b = { chattiness.lull = "40s" }
`

// TestExperimentBegins: a channel in memory is told of its setting at midnight, one
// that wakes later has it, and a reload leaves it as it is. Every decision says
// in which arm it was made.
func TestExperimentBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(24*time.Hour - 5*time.Minute)
		s := open(t, tried)
		plan := s.app.Settings().Plans()[0]
		s.say("ana: it is late")
		s.wait(7 * time.Minute) // two past midnight
		s.say("ana: it is early")
		s.reload(tried)
		s.say("ana: it is early still")
		s.wait(20 * time.Minute) // the channel falls asleep
		s.say("ana: anybody awake?")
		s.wait(time.Minute)
		s.close()
		decided := map[messages.Arm]int{}
		for _, n := range s.notes {
			want := messages.Arm("")
			if n.Familiar == "aria" {
				want = plan.Arm(terminal.Channel, experiment.DayOf(n.At))
			}
			if n.Arm != want {
				t.Errorf("%s: %s decided in arm %q, want %q", n.At, n.Familiar, n.Arm, want)
			}
			decided[n.Arm]++
		}
		if len(decided) != 2 || decided[""] < 5 || decided[plan.Arm(terminal.Channel, plan.Begin)] < 3 {
			t.Errorf("the decisions have the arms %v", decided)
		}
	})
}
