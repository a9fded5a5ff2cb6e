package gate

import (
	"context"
	"fmt"
	"time"

	"familiar/llm"
)

// enter waits for a slot; probe goes with the call to its end. It gives ctx's
// error when that ends first, and at once if the provider's pause is longer
// than ctx.
func (g *Gate) enter(ctx context.Context, r llm.Request) (probe bool, err error) {
	turn := make(chan error, 1)
	until, _ := ctx.Deadline()
	p, probe, err := g.line(ctx, until, r, func(_ bool, err error) { turn <- err })
	if p != nil {
		err = g.await(ctx, p, turn)
	}
	return probe, err
}

// await waits for p's turn.
func (g *Gate) await(ctx context.Context, p *place, turn <-chan error) error {
	select {
	case err := <-turn:
		return err
	case <-ctx.Done():
	}
	if !g.leaveLine(p) && <-turn == nil { // its turn came at the same moment
		g.giveBack(p.probe)
	}
	return ctx.Err()
}

// line takes a slot, or has a call that may wait until a moment, zero for always, wait for
// one: then p is its place, and turn is called.
func (g *Gate) line(ctx context.Context, until time.Time, r llm.Request, turn func(probe bool, err error)) (p *place, probe bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if !until.IsZero() && until.Before(g.paused) && now.Before(g.paused) {
		pause := g.paused.Sub(now)
		return nil, false, &llm.RetryError{After: pause, Err: fmt.Errorf("%w: it asked for a pause, %v of it are left", llm.ErrOverloaded, pause.Round(time.Millisecond))}
	}
	if probe, err = g.breaker.admit(now); err != nil {
		return nil, false, err
	}
	if g.queue.size == 0 {
		if ok, _ := g.takeSlot(now); ok {
			return nil, probe, nil
		}
	}
	p = &place{
		priority: min(max(r.Priority, llm.Addressed), llm.Interjection),
		channel:  r.Channel,
		probe:    probe,
		turn:     turn,
	}
	if shed := g.queue.push(p); shed != nil {
		g.refuse(shed, fmt.Errorf("%w: %d calls that are as urgent wait already", llm.ErrOverloaded, g.config.Queue))
	}
	g.serveQueue(now)
	return p, probe, nil
}

// leaveLine takes out a call that waits no longer; false: it had its turn.
func (g *Gate) leaveLine(p *place) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	waited := g.queue.remove(p)
	if waited {
		g.recordOutcome(time.Now(), p.probe, untold, nil)
	}
	return waited
}

// onceOut has do called when a place is out of the queue, with the lock held.
func (g *Gate) onceOut(p *place, do func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if p.left = do; p.out {
		do()
	}
}

// giveBack returns a slot that was not used.
func (g *Gate) giveBack(probe bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.releaseSlot(time.Now(), probe, untold, nil)
}

// takeSlot takes a slot if one may be had now; else again says when to look
// again, 0 being when a call ends. The lock is held.
func (g *Gate) takeSlot(now time.Time) (ok bool, again time.Duration) {
	g.takeShare(now)
	if g.inFlight >= g.share.concurrency {
		if g.share.concurrency < g.config.Concurrency {
			return false, shareLooked
		}
		return false, 0
	}
	if left := g.paused.Sub(now); left > 0 {
		return false, left
	}
	if left := g.thaw.wait(now, g.queue.size); left > 0 {
		return false, left
	}
	if g.rate != nil {
		token := g.rate.ReserveN(now, 1)
		if wait := token.DelayFrom(now); wait > 0 {
			token.CancelAt(now)
			if g.share.rate < g.config.share(1).rate {
				wait = min(wait, shareLooked)
			}
			return false, wait
		}
	}
	g.inFlight++
	g.thaw.recordStart()
	return true, 0
}

// serveQueue gives what slots there are to those whose turn it is. The lock is
// held.
func (g *Gate) serveQueue(now time.Time) {
	for g.queue.size > 0 {
		ok, again := g.takeSlot(now)
		if !ok {
			g.serveAfter(again)
			return
		}
		next := g.queue.pop()
		next.turn(next.probe, nil)
	}
	g.thaw.endWhenIdle()
}

// serveAfter serves again after d, unless it is 0. The lock is held.
func (g *Gate) serveAfter(d time.Duration) {
	switch {
	case d == 0:
	case g.alarm != nil:
		g.alarm.Reset(d)
	default:
		g.alarm = time.AfterFunc(d, func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.serveQueue(time.Now())
		})
	}
}

// releaseSlot gives a slot back with what became of the call. The lock is held.
func (g *Gate) releaseSlot(now time.Time, probe bool, o outcome, err error) {
	g.inFlight--
	if g.recordOutcome(now, probe, o, err) {
		why := g.breaker.refuses(now)
		for g.queue.size > 0 {
			g.refuse(g.queue.pop(), why)
		}
	}
	g.serveQueue(now)
}

// recordOutcome returns the breaker the outcome of a call, reports whether it
// opened it, and tells who watches once each time the model begins to be left
// alone or ends to be. The lock is held.
func (g *Gate) recordOutcome(now time.Time, probe bool, o outcome, err error) (opened bool) {
	opened = g.breaker.record(now, probe, o, err)
	if o == worked && !now.Before(g.paused) {
		g.held = nil
	}
	why := g.trouble()
	if (why != nil) == !g.away.IsZero() {
		return opened
	}
	if g.away = now; why == nil {
		g.away = time.Time{}
	}
	if g.tell != nil {
		g.tell(why)
	}
	return opened
}

// trouble says why the model is left alone; nil when it isn't. The lock is held.
func (g *Gate) trouble() error {
	if g.breaker.open {
		return g.breaker.last
	}
	return g.held
}

// refuse tells one that is no more in the queue. The lock is held.
func (g *Gate) refuse(p *place, why error) {
	if p.probe {
		g.recordOutcome(time.Now(), true, untold, nil)
	}
	p.turn(p.probe, why)
}
