package adapter

import (
	"context"
	"time"
)

// Patiently does what can wait: again and again while the network names a
// pause, until ctx ends. The error is the last one.
func Patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		if pause := PauseOf(err); pause <= 0 || !Wait(ctx, pause) {
			return err
		}
	}
}

// Wait pauses. It reports whether the pause passed before ctx ended.
func Wait(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Doubled returns how long to wait before try number n, from 1: the first pause,
// and twice as long before each that follows, but no longer than most.
func Doubled(first, most time.Duration, n int) time.Duration {
	for range n - 1 {
		if first *= 2; first >= most {
			return most
		}
	}
	return first
}
