// Package sleep waits for some time, unless a context ends before.
package sleep

import (
	"context"
	"time"
)

// For waits for d, and reports whether that passed before ctx ended.
func For(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
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
