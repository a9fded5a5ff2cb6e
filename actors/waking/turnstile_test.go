package waking

import (
	"testing"
	"time"

	"familiar/messages"
)

// TestTurnstile: what is due together is spread, in the order it asks, and
// what comes later waits for nobody.
func TestTurnstile(t *testing.T) {
	turn := Turnstile()
	now := messages.InstantOf(time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC))
	for range ringBurst {
		if wait := turn(now); wait != 0 {
			t.Fatalf("one of the first %d waits %v", ringBurst, wait)
		}
	}
	last := time.Duration(0)
	for n := range 20 * ringRate {
		wait := turn(now)
		if wait <= last {
			t.Fatalf("number %d waits %v, the one before %v", n, wait, last)
		}
		last = wait
	}
	if last < 20*time.Second-time.Millisecond || last > 20*time.Second+time.Millisecond {
		t.Errorf("the last of 20 seconds' worth waits %v", last)
	}
	if wait := turn(now.Add(last + time.Second)); wait != 0 {
		t.Errorf("one that comes when all are done waits %v", wait)
	}
}
