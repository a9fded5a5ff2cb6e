package app

import (
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	figures "familiar/lab/experiment"
	"familiar/messages"
	"familiar/policy/experiment"
)

// tried is two with an experiment about Aria, whose days are drawn.
const tried = two + lulls + `
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

// TestExperimentCounts: what the program says unasked, and how people take it, is
// what the experiment counts.
func TestExperimentCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(24*time.Hour + time.Hour)
		s := open(t, tried)
		plan := s.app.Settings().Plans()[0]
		s.say("ana: Vesper, morning!") // or it may be Aria who answers, and then rests
		s.say("bob: morning! does anybody know why moths fly at night?")
		s.wait(2 * time.Minute) // Aria's judge finds that a question was asked
		s.say("bob: @Aria thank you, that helps")
		s.wait(20 * time.Minute)
		s.close()
		data, err := figures.Read(t.Context(), s.journal, plan, func(messages.ChannelID) bool { return true }, messages.InstantOf(time.Now()), 720*time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		arms := data.Report(99).Arms
		sum, other := arms[0].Counts, arms[1].Counts
		if _, _, side := plan.Arm(terminal.Channel, plan.Begin).Split(); side == messages.SideB {
			sum, other = other, sum
		}
		if sum.Said != 1 || sum.Welcome != 1 || sum.Asked == 0 || sum.Turns < 1 || other != (figures.Counts{}) {
			t.Errorf("counted %+v, and %+v in the other arm; the screen shows\n%s", sum, other, s.screen)
			for _, n := range s.notes {
				t.Log(n.At, n.Familiar, n.Act, n.Rung, n.Trigger, n.N, n.Arm)
			}
		}
	})
}
