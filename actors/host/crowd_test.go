package host

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// TestIdleNow: the more there are, the shorter each stays, never less than a
// 64th.
func TestIdleNow(t *testing.T) {
	for _, tt := range []struct {
		story string
		crowd int
		live  int64
		want  time.Duration
	}{
		{"alone", 100, 1, 64 * time.Minute},
		{"as many as are welcome", 100, 100, 64 * time.Minute},
		{"half as many again", 100, 150, 32*time.Minute + 30*time.Second},
		{"twice as many", 100, 200, time.Minute},
		{"a crowd", 100, 100_000, time.Minute},
		{"where any number is welcome", 0, 100_000, 64 * time.Minute},
	} {
		k := Kind{Idle: 64 * time.Minute, Crowd: tt.crowd}
		if got := k.idleNow(tt.live); got != tt.want {
			t.Errorf("%s: stays %v, want %v", tt.story, got, tt.want)
		}
	}
}

// TestCrowd: a crowd thins out until those who are left are welcome, and
// whoever is talked to stays.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, Config{}, Kind{Idle: 64 * time.Minute, Crowd: 10, Make: func(*Self) Handler { return part{} }})
		say := func(from, to int) {
			for i := from; i < to; i++ {
				send(t, h, id(strconv.Itoa(i)), "hi")
			}
			synctest.Wait()
		}
		say(0, 10)
		time.Sleep(30 * time.Minute)
		if h.Len() != 10 {
			t.Errorf("%d stay of as many as are welcome, want all 10", h.Len())
		}
		say(10, 20)
		for range 9 { // a look comes every 8 minutes
			time.Sleep(time.Minute)
			say(15, 20)
		}
		if h.Len() > 15 { // of those that are idle more may go than would have to: all may look at once
			t.Errorf("%d stay of 20, want 15 at most", h.Len())
		}
		for i := 15; i < 20; i++ {
			if h.table.get(id(strconv.Itoa(i))) == nil {
				t.Errorf("actor %d has left, which was talked to", i)
			}
		}
	})
}

// TestCrowdAfterAHold: one that was held while it was looked at leaves a crowd
// that came later as soon as any other.
func TestCrowdAfterAHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var release func()
		h := start(t, Config{}, Kind{Idle: 64 * time.Minute, Crowd: 10, Make: func(s *Self) Handler {
			return part{receive: func(msg any) {
				if msg == "hold" {
					release = s.Hold()
				}
			}}
		}})
		send(t, h, id("holder"), "hold")
		time.Sleep(70 * time.Minute) // it is looked at every 8
		synctest.Wait()
		release()
		for range 10 {
			for i := range 20 {
				send(t, h, id(strconv.Itoa(i)), "hi")
			}
			time.Sleep(time.Minute)
		}
		synctest.Wait()
		if h.table.get(id("holder")) != nil {
			t.Errorf("it is still one of %d, 10 minutes after its hold", h.Len())
		}
	})
}
