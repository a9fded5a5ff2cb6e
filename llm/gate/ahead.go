package gate

import (
	"context"
	"sync/atomic"
	"time"

	"familiar/llm"
)

// A Slot is one that was waited for before its request was written. A nil Slot is none.
type Slot struct {
	gate  *Gate
	probe bool
	taken atomic.Bool // by a call, or given back
}

type slotKey struct{}

// Crowded reports whether a call made now would wait for its slot.
func (g *Gate) Crowded() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	return g.queue.size > 0 || g.inFlight >= g.share.concurrency || now.Before(g.paused) || g.rateWait(now) > 0
}

// Enter waits for the slot of a call before its request is written, at most until a moment:
// the priority and the channel of r are all that counts. No goroutine waits: then is called
// once, in one of its own, with the slot or with why there is none. That is ctx's error if
// it has ended, context.DeadlineExceeded when the moment has come, and else what
// [Gate.Generate] would have said.
func (g *Gate) Enter(ctx context.Context, until time.Time, r llm.Request, then func(*Slot, error)) {
	turn := func(probe bool, err error) {
		if err != nil {
			go then(nil, g.notAsked(err, nil))
			return
		}
		go then(&Slot{gate: g, probe: probe}, nil)
	}
	p, probe, err := g.line(ctx, until, r, turn)
	if p == nil {
		turn(probe, err)
		return
	}
	leave := func(why error) {
		if g.leaveLine(p) {
			then(nil, why)
		}
	}
	late := time.AfterFunc(time.Until(until), func() { leave(context.DeadlineExceeded) })
	called := context.AfterFunc(ctx, func() { leave(ctx.Err()) })
	g.onceOut(p, func() { late.Stop(); called() })
}

// Under returns a context under which the first call of [Gate.Generate] has the slot.
func (s *Slot) Under(ctx context.Context) context.Context {
	if s == nil {
		return ctx
	}
	return context.WithValue(ctx, slotKey{}, s)
}

// Leave gives the slot back, if no call has had it.
func (s *Slot) Leave() {
	if s != nil && s.taken.CompareAndSwap(false, true) {
		s.gate.giveBack(s.probe)
	}
}

// entered takes the slot that a call under ctx has, once.
func (g *Gate) entered(ctx context.Context) (probe, has bool) {
	s, _ := ctx.Value(slotKey{}).(*Slot)
	if s == nil || s.gate != g || !s.taken.CompareAndSwap(false, true) {
		return false, false
	}
	return s.probe, true
}
