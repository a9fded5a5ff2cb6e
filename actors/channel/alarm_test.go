package channel

import (
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
)

// TestSizeOfAChannel: Go has memory of some sizes only.
func TestSizeOfAChannel(t *testing.T) {
	if got := reflect.TypeFor[Channel]().Size(); got > 176 {
		t.Errorf("a channel's actor takes %d bytes, want at most 176", got)
	}
}

// TestTurn: a deadline that has come waits for its turn, once, whatever is said
// meanwhile; and is journaled once.
func TestTurn(t *testing.T) {
	for _, tt := range []struct {
		story string
		wait  time.Duration
		says  string // meanwhile; "": nobody
	}{
		{"it has none to wait for", 0, ""},
		{"others come first", 20 * time.Second, ""},
		{"they talk meanwhile", 20 * time.Second, "nice evening"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				r := prepare(t, "ladder")
				r.turn = func(messages.Instant) time.Duration { asked++; return tt.wait }
				r.start()
				fired := func() int {
					return r.counted(func(e messages.Event) bool { _, is := e.(messages.TimerFired); return is })
				}
				r.say("ana", "@Aria hi", "us")
				r.wait(10 * time.Second)
				if tt.says != "" {
					r.say("bob", tt.says)
				}
				r.wait(5 * time.Second)
				if tt.wait > 0 && fired() != 0 {
					t.Errorf("%d deadlines were journaled before their turn", fired())
				}
				r.wait(tt.wait)
				if fired() != 1 || asked != 1 {
					t.Errorf("%d were journaled and a turn was asked for %d times, want once", fired(), asked)
				}
				if len(r.posted) != 1 {
					t.Errorf("posted %q, want an answer", r.posted)
				}
			})
		})
	}
}
