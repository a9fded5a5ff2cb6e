package channel

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
)

// press has the budget press, and channels in memory look.
func (r *rig) press(step int32) {
	r.t.Helper()
	r.pressure.Store(step + 1)
	if _, err := r.host.Send(Key(room), Press{}); err != nil {
		r.t.Error(err)
	}
	synctest.Wait()
}

func TestPressureIsJournaled(t *testing.T) {
	for _, tt := range []struct {
		what string
		do   func(*rig)
		want string // the steps in the journal
	}{
		{"nothing while nobody knows it", func(*rig) {}, "[]"},
		{"nothing while there is none", func(r *rig) { r.press(0) }, "[]"},
		{"each step once", func(r *rig) { r.press(2); r.press(2); r.press(4); r.press(0) }, "[2 4 0]"},
		{"a step the journal did not take", func(r *rig) {
			r.deaf.Store(true)
			r.press(2)
			r.pressure.Store(5)
			r.wait(5 * time.Second)
			r.deaf.Store(false)
			r.wait(2 * time.Second)
		}, "[4]"},
		{"a channel that wakes is told", func(r *rig) {
			r.wait(time.Hour)
			r.pressure.Store(4)
			r.say("ana", "@bob hi again")
		}, "[3]"},
		{"and one that joins a configuration", func(r *rig) {
			r.pressure.Store(2)
			r.append(messages.Reconfigured{Generation: 2})
		}, "[1]"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := open(t, "ladder")
				r.say("ana", "@bob hi")
				tt.do(r)
				synctest.Wait()
				steps := []int{}
				r.counted(func(e messages.Event) bool {
					if p, is := e.(messages.PressureChanged); is {
						steps = append(steps, p.Step)
					}
					return false
				})
				if got := fmt.Sprint(steps); got != tt.want {
					t.Errorf("the journal has the steps %s, want %s", got, tt.want)
				}
			})
		})
	}
}
