package discord

import (
	"context"
	"time"
)

// A gate keeps shards from identifying at once: of those whose numbers have
// the same remainder, one in a while.
type gate struct {
	every time.Duration
	slots []chan time.Time // each holds when its next may pass
}

// sized gives a gate for so many at once: g itself, if it is one.
func (g *gate) sized(concurrency int, every time.Duration) *gate {
	if g != nil && len(g.slots) == concurrency {
		return g
	}
	g = &gate{every: every, slots: make([]chan time.Time, concurrency)}
	for i := range g.slots {
		g.slots[i] = make(chan time.Time, 1)
		g.slots[i] <- time.Time{}
	}
	return g
}

// pass waits for the shard's turn and reports whether it came before ctx
// ended.
func (g *gate) pass(ctx context.Context, shard int) bool {
	slot := g.slots[shard%len(g.slots)]
	var next time.Time
	select {
	case next = <-slot:
	case <-ctx.Done():
		return false
	}
	passed := wait(ctx, time.Until(next))
	if passed {
		next = time.Now().Add(g.every)
	}
	slot <- next
	return passed
}
