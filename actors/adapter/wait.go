package adapter

import (
	"context"
	"time"
)

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
