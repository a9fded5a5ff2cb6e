package gate

import (
	"context"
	"fmt"
	"time"

	"familiar/llm"
)

// A ticket is a call that waits for a slot.
type ticket struct {
	probe bool
	turn  chan error // given one value: nil with the slot, or why there is none
}

// enter waits for a slot; probe goes with the call to its end. It gives ctx's
// error when that ends first, and at once if the provider's pause is longer
// than ctx.
func (g *Gate) enter(ctx context.Context, r llm.Request) (probe bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	g.mu.Lock()
	now := time.Now()
	if end, ok := ctx.Deadline(); ok && end.Before(g.paused) && now.Before(g.paused) {
		pause := g.paused.Sub(now)
		g.mu.Unlock()
		return false, &llm.RetryError{After: pause, Err: fmt.Errorf("%w: it asked for a pause, %v of it are left", llm.ErrOverloaded, pause.Round(time.Millisecond))}
	}
	if probe, err = g.breaker.admit(now); err != nil {
		g.mu.Unlock()
		return false, err
	}
	if g.queue.size == 0 {
		if ok, _ := g.takeSlot(now); ok {
			g.mu.Unlock()
			return probe, nil
		}
	}
	p := &place[ticket]{
		priority: min(max(r.Priority, llm.Addressed), llm.Interjection),
		channel:  r.Channel,
		job:      ticket{probe: probe, turn: make(chan error, 1)},
	}
	if shed := g.queue.push(p); shed != nil {
		g.refuseTicket(shed, fmt.Errorf("%w: %d calls that are as urgent wait already", llm.ErrOverloaded, g.config.Queue))
	}
	g.serveQueue(now)
	g.mu.Unlock()
	return probe, g.await(ctx, p)
}

// await waits for p's turn, outside the lock.
func (g *Gate) await(ctx context.Context, p *place[ticket]) error {
	select {
	case err := <-p.job.turn:
		return err
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.queue.remove(p) {
		g.recordOutcome(time.Now(), p.job.probe, untold, nil)
	} else if err := <-p.job.turn; err == nil { // its turn came at the same moment
		g.releaseSlot(time.Now(), p.job.probe, untold, nil)
	}
	return ctx.Err()
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
		g.queue.pop().job.turn <- nil
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
			g.refuseTicket(g.queue.pop(), why)
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

// refuseTicket tells one that is no more in the queue. The lock is held.
func (g *Gate) refuseTicket(p *place[ticket], why error) {
	if p.job.probe {
		g.recordOutcome(time.Now(), true, untold, nil)
	}
	p.job.turn <- why
}
