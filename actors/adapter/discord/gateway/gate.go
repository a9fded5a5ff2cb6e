package gateway

import (
	"context"
	"sync/atomic"
	"time"

	"familiar/actors/adapter"
)

// A gate keeps shards from identifying at once: of those whose numbers have
// the same remainder, one in a while. And it counts: Discord takes the token
// of a bot away that begins more sessions a day than it may.
type gate struct {
	every time.Duration
	slots []chan time.Time // each holds when its next may pass
	left  atomic.Int64     // sessions that may be begun, by Discord's last word
}

// sized returns a gate for so many at once: g itself, if it is one.
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

// waitForTurn waits for the shard's turn.
func (g *gate) waitForTurn(ctx context.Context, shard int) error {
	slot := g.slots[shard%len(g.slots)]
	var next time.Time
	select {
	case next = <-slot:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { slot <- next }()
	if !adapter.Wait(ctx, time.Until(next)) {
		return ctx.Err()
	}
	if g.left.Add(-1) < 0 {
		return errReplan
	}
	next = time.Now().Add(g.every)
	return nil
}
