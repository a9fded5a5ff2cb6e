package chattiness

import (
	"math"
	"testing"
	"time"

	"familiar/messages"
)

// TestInterval holds the curve to recorded decisions of another system.
func TestInterval(t *testing.T) {
	for _, tt := range []struct {
		what string
		tier Tier
		n    int
		draw float64
		want int
	}{
		{"the lowest draw comes two lines early", VeryQuiet, 0, 0, 13},
		{"a fifth is not reached yet", VeryQuiet, 0, 0.1999, 13},
		{"from a fifth on it is one line early", VeryQuiet, 0, 0.2, 14},
		{"the middle draw changes nothing", VeryQuiet, 0, 0.5, 15},
		{"the highest draw comes two lines late", VeryQuiet, 0, 0.999, 17},
		{"a refusal takes three lines off", VeryQuiet, 1, 0.5, 12},
		{"four of them twelve", VeryQuiet, 4, 0.5, 3},
		{"and no more after that", VeryQuiet, 9, 0.5, 3},
		{"an early draw does not go below the floor", VeryQuiet, 9, 0, 3},
		{"a late draw may leave it", VeryQuiet, 9, 0.999, 5},
		{"quiet starts at 12", Quiet, 0, 0.5, 12},
		{"average starts at 9", Average, 0, 0.5, 9},
		{"eager starts at 6", Eager, 0, 0.5, 6},
		{"very eager starts on the floor", VeryEager, 0, 0.5, 3},
		{"very eager with a late draw", VeryEager, 2, 0.8, 5},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := Chatty()
			c.Tier = tt.tier
			if got := interval(&c, tt.n, tt.draw); got != tt.want {
				t.Errorf("interval(%s, %d refusals, draw %v) = %d, want %d", tt.tier, tt.n, tt.draw, got, tt.want)
			}
		})
	}
}

func TestIntervalKnobs(t *testing.T) {
	c := Chatty()
	c.Step, c.Floor = 1, 7
	for n, want := range []int{9, 8, 7, 7} {
		if got := interval(&c, n, 0.5); got != want {
			t.Errorf("after %d refusals with step 1 and floor 7: %d lines, want %d", n, got, want)
		}
	}
}

// TestNever: with a floor beyond all lines nothing is ever due, however pressed.
func TestNever(t *testing.T) {
	c := Chatty()
	c.Floor = math.MaxInt
	c.Lull, c.Question = 1000*time.Hour, 0
	var s State
	for n := range 100 {
		now := messages.Instant(n)
		s.Hear(now, &Signal{Arms: true}, &c)
		if d := s.Next(&c, mostGrowth); d.Trigger == messages.Interjection {
			t.Fatalf("after %d lines an interjection is due: %+v", n+1, d)
		}
	}
	if s.CurveAt != 0 || s.Due != mostLines {
		t.Errorf("the next one is due at line %d, want %d", s.Due, mostLines)
	}
}
