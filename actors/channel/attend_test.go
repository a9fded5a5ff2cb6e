package channel

import (
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
	"familiar/policy/turns"
)

// TestAttend: a channel is told once that an account went away or came back,
// also one that was not in memory then.
func TestAttend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := prepare(t, "assigned")
		second := r.config.Seats[0]
		second.Familiar, second.Account, second.Self, second.Name = "vesper", "second", "second", "Vesper"
		second.Names = ladder.CompileNames(second.Policy.Ladder.Alias, "Vesper")
		r.config.Seats = append(r.config.Seats, second)
		r.config.Room.Turns.Assignment = turns.Assignment{Mode: turns.TurnBased, Members: []messages.FamiliarID{"aria", "vesper"}}
		away := &atomic.Bool{}
		r.answers = func(o messages.Compose) (messages.Composed, bool) { return messages.Composed{N: o.N, Skip: true}, true }
		r.absent = func(id messages.AccountID) bool { return id == "us" && away.Load() }
		r.start()
		told := func() (all []messages.PresenceChanged) {
			for rec, err := range r.journal.Replay(t.Context(), room, 0) {
				if err != nil {
					t.Fatal(err)
				}
				if e, ok := rec.Event.(messages.PresenceChanged); ok {
					all = append(all, e)
				}
			}
			return all
		}
		var want []messages.PresenceChanged
		for _, step := range []struct {
			what string
			do   func()
			news []messages.PresenceChanged
		}{
			{"everybody is there", func() { r.say("ana", "hi") }, nil},
			{"one goes away", func() { away.Store(true); r.send(Attend{}) }, []messages.PresenceChanged{{Account: "us"}}},
			{"it is said again", func() { r.send(Attend{}) }, nil},
			{"it comes back while the channel sleeps", func() { r.wait(11 * time.Minute); away.Store(false) }, nil},
			{"the channel wakes", func() { r.say("ana", "hello") }, []messages.PresenceChanged{{Account: "us", Online: true}}},
			{"it goes away and comes back while the journal takes nothing", func() {
				r.deaf.Store(true)
				away.Store(true)
				r.send(Attend{})
				r.wait(3 * time.Second)
				away.Store(false)
				r.send(Attend{})
				r.deaf.Store(false)
				r.wait(2 * time.Second)
			}, nil},
			{"it goes away, and the journal takes it later", func() {
				r.deaf.Store(true)
				away.Store(true)
				r.send(Attend{})
				r.wait(3 * time.Second)
				r.deaf.Store(false)
				r.wait(2 * time.Second)
			}, []messages.PresenceChanged{{Account: "us"}}},
			{"it comes back", func() { away.Store(false); r.send(Attend{}) }, []messages.PresenceChanged{{Account: "us", Online: true}}},
			{"it goes away while the process is down", func() { r.kill(); away.Store(true); r.start(); r.say("ana", "hey") }, []messages.PresenceChanged{{Account: "us"}}},
		} {
			step.do()
			synctest.Wait()
			if want = append(want, step.news...); !slices.Equal(told(), want) {
				t.Fatalf("%s: the channel was told %+v, want %+v", step.what, told(), want)
			}
		}
	})
}

// TestGivesTheTurn: a line for a turn in flight goes to its agent; after a
// crash the order that is given again holds it.
func TestGivesTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := prepare(t, "ladder")
		r.config.Seats[0].Policy.Busy = conversation.Inject
		answers := r.answers
		r.answers = func(messages.Compose) (messages.Composed, bool) { return messages.Composed{}, false }
		r.start()
		r.say("ana", "@Aria hi", "us")
		r.wait(2 * time.Second)
		r.say("ana", "@Aria and the date?", "us")
		if len(r.injected) != 1 || r.injected[0].N != r.composed[0].N || len(r.injected[0].Lines) != 1 {
			t.Fatalf("the turn %+v was given %+v, want one line", r.composed, r.injected)
		}
		r.answers = answers
		r.crash()
		r.wait(time.Minute)
		again := r.composed[1]
		if len(again.Addressed) != 2 || again.Injected != 1 || again.N != r.composed[0].N {
			t.Errorf("after a crash it orders %+v, want the same turn with both lines", again)
		}
		r.wantPosted("re @Aria and the date?", "re @Aria and the date?") // this agent doesn't say that it took the line
	})
}
