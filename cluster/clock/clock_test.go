package clock

import (
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"

	"pgregory.net/rapid"
)

// A machine is a clock whose machine's own goes wrong.
type machine struct {
	*Clock
	wrong time.Duration
}

func newMachine(wrong time.Duration) *machine {
	m := &machine{wrong: wrong}
	m.Clock = New(func() time.Time { return time.Now().Add(m.wrong) })
	return m
}

func TestClock(t *testing.T) {
	const minutes = time.Minute
	for _, tt := range []struct {
		story string
		wrong time.Duration // the machine's clock
		run   func(*machine)
		want  time.Duration // how far it is ahead of the right time in the end
	}{
		{"alone it goes by the machine's clock", -5 * minutes, func(*machine) {}, -5 * minutes},
		{"a slow one counts what a fast one tells", -5 * minutes, func(m *machine) {
			m.See(in(5 * minutes))
		}, 5 * minutes},
		{"a fast one stays as it is", 5 * minutes, func(m *machine) {
			m.See(in(0))
		}, 5 * minutes},
		{"the lead is a tenth of what passes shorter", 0, func(m *machine) {
			m.See(in(5 * minutes))
			time.Sleep(10 * minutes)
		}, 4 * minutes},
		{"it is gone after ten times its length", 0, func(m *machine) {
			m.See(in(5 * minutes))
			time.Sleep(50 * minutes)
		}, 0},
		{"it stays as long as it is told", 0, func(m *machine) {
			for range 600 {
				m.See(in(5 * minutes))
				time.Sleep(time.Second)
			}
		}, 5*minutes - time.Second/10},
		{"what is more than an hour ahead is not followed", 0, func(m *machine) {
			m.See(in(5 * minutes))
			if m.See(in(61 * minutes)) {
				t.Error("it says that it follows")
			}
		}, 5 * minutes},
		{"put right, it goes on from where it was", 5 * minutes, func(m *machine) {
			m.Now()
			m.wrong = 0
		}, 5 * minutes},
		{"put back by more than an hour, it does go back", 24 * 60 * minutes, func(m *machine) {
			m.Now()
			m.wrong = 0
		}, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newMachine(tt.wrong)
				tt.run(m)
				if got := m.Now().Sub(in(0)); got != tt.want {
					t.Errorf("got %v ahead of the right time, want %v", got, tt.want)
				}
				if got := m.Ahead(); got != tt.want-m.wrong {
					t.Errorf("got %v ahead of its machine's, want %v", got, tt.want-m.wrong)
				}
				if got := messages.InstantOf(m.Time()); got != m.Now() {
					t.Errorf("got %v as a time, want %v", got, m.Now())
				}
			})
		})
	}
}

func in(d time.Duration) messages.Instant { return messages.InstantOf(time.Now().Add(d)) }

// TestClockProperties: whatever it sees, it never goes back, is at least what it was told,
// never further ahead of its machine's than that, and takes a pause for a tenth longer at
// most and never for shorter, unless it is told something new meanwhile.
func TestClockProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := time.UnixMilli(rapid.Int64Range(0, 1<<41).Draw(t, "begins"))
		c := New(func() time.Time { return own })
		last, most := c.Now(), time.Duration(0)
		for range rapid.IntRange(1, 50).Draw(t, "steps") {
			if told := time.Duration(rapid.Int64Range(-int64(2*MostAhead), int64(2*MostAhead)).Draw(t, "told")); rapid.Bool().Draw(t, "tells") {
				at := messages.InstantOf(own.Add(told))
				ahead := at.Sub(messages.InstantOf(own))
				if follows := c.See(at); follows != (ahead <= MostAhead) {
					t.Fatalf("got %v for %v ahead", follows, ahead)
				} else if follows {
					most = max(most, ahead)
					if now := c.Now(); now < at {
						t.Fatalf("got %v, was told %v", now, at)
					}
				}
			}
			before := c.Now()
			passed := time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "passes"))
			own = own.Add(passed)
			now := c.Now()
			if least := passed - passed/decay - 2*time.Millisecond; now.Sub(before) < least || now.Sub(before) > passed+time.Millisecond {
				t.Fatalf("%v took %v", passed, now.Sub(before))
			}
			if ahead := c.Ahead(); now < last || ahead > most {
				t.Fatalf("got %v after %v, %v ahead, want %v at most", now, last, ahead, most)
			}
			last = now
		}
		own = own.Add(decay * MostAhead)
		if ahead := c.Ahead(); ahead != 0 {
			t.Fatalf("still %v ahead", ahead)
		}
	})
}
