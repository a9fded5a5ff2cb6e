package irc

import (
	"context"
	"sync"
	"time"

	"familiar/internal/sleep"
)

// A bucket lets a burst of lines through and then one at a time, because
// servers close the connection of who sends faster.
type bucket struct {
	burst int
	every time.Duration

	mu   sync.Mutex // joining and posting share it
	full time.Time  // when it will be full again
}

func newBucket(burst int, every time.Duration) *bucket { return &bucket{burst: burst, every: every} }

// delayForNextLine returns how long to wait before the next line; the line is
// counted.
func (b *bucket) delayForNextLine(now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.full.Before(now) {
		b.full = now
	}
	pause := b.full.Add(-time.Duration(b.burst-1) * b.every).Sub(now)
	b.full = b.full.Add(b.every)
	return max(pause, 0)
}

// longest returns how long the last of n lines would wait by now.
func (b *bucket) longest(n int, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	full := b.full
	if full.Before(now) {
		full = now
	}
	return max(full.Add(time.Duration(n-b.burst)*b.every).Sub(now), 0)
}

// wait takes a line's turn, unless ctx ends before.
func (b *bucket) wait(ctx context.Context) error {
	return pause(ctx, b.delayForNextLine(time.Now()))
}

// pause waits, unless ctx ends before.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	if !sleep.For(ctx, d) {
		return context.Cause(ctx)
	}
	return nil
}
