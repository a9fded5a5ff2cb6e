package gateway

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
)

// A gate keeps shards from identifying at once: of those whose numbers have
// the same remainder, one in a while, whatever process they are in. And it counts:
// Discord takes the token of a bot away that begins more sessions a day than it
// may. Once few are left, they are spaced over the time until there are more.
type gate struct {
	every time.Duration
	words adapter.Words // nil: no other process is asked
	ask   func(context.Context) (Plan, error)
	bot   string
	log   *slog.Logger
	slots []chan time.Time // each holds when its next may pass

	left   atomic.Int64  // sessions that may be begun, by Discord's last word
	short  int64         // with so many left or fewer they are spaced
	resets time.Duration // after asked there are more
	asked  time.Time

	mu    sync.Mutex
	turns []turns // by slot
}

// reserve is which part of a day's sessions is spaced.
const reserve = 10

// sized returns a gate for so many at once: g itself, if it is one.
func (g *gate) sized(concurrency int, c *Config) *gate {
	if g != nil && len(g.slots) == concurrency {
		return g
	}
	g = &gate{every: c.IdentifyEvery, words: c.Words, ask: c.Ask, bot: c.Bot(), log: c.Log, slots: make([]chan time.Time, concurrency), turns: make([]turns, concurrency)}
	for i := range g.slots {
		g.slots[i] = make(chan time.Time, 1)
		g.slots[i] <- time.Time{}
		g.turns[i].name = turnName(g.bot, i)
	}
	return g
}

// follow takes what Discord says of the sessions that may be begun.
func (g *gate) follow(p Plan) (left int) {
	left, total := maxSessions, maxSessions
	if p.Start.Remaining != nil {
		left = *p.Start.Remaining
	}
	if p.Start.Total > 0 {
		total = p.Start.Total
	}
	g.left.Store(int64(left))
	g.short, g.resets, g.asked = int64(total/reserve), time.Duration(p.Start.ResetAfter)*time.Millisecond, time.Now()
	return left
}

// waitForTurn waits for the shard's turn.
func (g *gate) waitForTurn(ctx context.Context, shard int) error {
	if g.ask != nil {
		p, err := g.ask(ctx)
		if err != nil {
			return err
		}
		if g.follow(p) <= 0 {
			return errReplan
		}
	}
	at, every := shard%len(g.slots), g.every
	if left := g.left.Load(); left > 0 && left <= g.short {
		if time.Since(g.asked) > g.resets {
			return errReplan
		}
		at, every = 0, max(every, g.resets/time.Duration(left))
		g.log.Warn("few sessions are left, the next ones are spaced", "shard", shard, "left", left, "every", every.Round(time.Second), "more_in", time.Until(g.asked.Add(g.resets)).Round(time.Second))
	}
	slot := g.slots[at]
	var next time.Time
	select {
	case next = <-slot:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { slot <- next }()
	if !sleep.For(ctx, time.Until(next)) {
		return ctx.Err()
	}
	if err := g.takeTurn(ctx, at, every); err != nil {
		return err
	}
	if g.left.Add(-1) < 0 {
		return errReplan
	}
	next = time.Now().Add(every)
	return nil
}
