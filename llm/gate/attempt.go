package gate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/llm"
)

// lingers is how long after the end of its context a call may go on before
// its slot goes to another.
const lingers = 5 * time.Second

// errPanicked is what an attempt ended with that didn't return.
var errPanicked = errors.New("call panicked")

// A call is one attempt that has a slot.
type call struct {
	gate  *Gate
	probe bool
	ended bool // under the gate's lock: its slot was given back
}

// attempt has the model answer once, in a slot it gives back. It reports
// whether anything was yielded; its error is nil when the reader stopped.
func (g *Gate) attempt(ctx context.Context, r llm.Request, probe bool, yield func(llm.Delta, error) bool) (yielded bool, err error) {
	c := &call{gate: g, probe: probe}
	within, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	defer context.AfterFunc(within, c.endIfItLingers)()
	patience, heard, began := g.config.Timeout, func() {}, time.Now()
	if r.Spare > 0 {
		patience = g.patience(min(r.Spare, patience))
		timer := time.AfterFunc(patience, cancel)
		heard = func() { timer.Stop() }
		defer heard()
	}
	o, told := failed, errPanicked
	defer func() { c.endAttempt(o, told) }()
	for d, wrong := range g.model.Generate(within, r) {
		if wrong != nil {
			err = wrong
			break
		}
		if !yielded {
			yielded = true
			heard()
			patience = g.config.Timeout
			c.recordFirstWord(time.Since(began))
		}
		if !yield(d, nil) {
			break
		}
	}
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		err = g.tooSlow(yielded, patience, err)
	}
	o, told = health(err), err
	if ctx.Err() != nil {
		o = untold
	}
	return yielded, err
}

func (g *Gate) tooSlow(yielded bool, after time.Duration, err error) error {
	kind, what := llm.ErrUnreachable, "not done"
	switch {
	case yielded:
		kind = llm.ErrCut
	case after < g.config.Timeout:
		what = "no word"
		g.mu.Lock()
		g.pace.outwaited(after)
		g.mu.Unlock()
	}
	return fmt.Errorf("%s: %w: %s after %v: %w", g.Name(), kind, what, after, err)
}

// health says what the error of an attempt tells of the model.
func health(err error) outcome {
	switch {
	case err == nil, llm.Is(err, llm.ErrRefused, llm.ErrEmpty, llm.ErrLimit, llm.ErrInvalid, llm.ErrMiscalled):
		return worked
	case mustBeMended(err):
		return broken
	case asked(err) > 0:
		return untold // it says itself how long to leave it alone
	}
	return failed
}

// recordFirstWord notes how long it took, and lets the others go on at a probe's first
// word: an answer may be long.
func (c *call) recordFirstWord(took time.Duration) {
	c.gate.mu.Lock()
	defer c.gate.mu.Unlock()
	c.gate.pace.record(took)
	if !c.probe {
		return
	}
	c.gate.recordOutcome(time.Now(), true, worked, nil)
	c.probe = false
}

// endIfItLingers waits for a call whose context has ended.
func (c *call) endIfItLingers() {
	time.AfterFunc(lingers, func() {
		c.endAttempt(failed, fmt.Errorf("call goes on %v after it was told to end", lingers))
	})
}

// endAttempt gives the slot back, once, and begins the pause that err asks for.
func (c *call) endAttempt(o outcome, err error) {
	g := c.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if c.ended {
		return
	}
	c.ended = true
	now := time.Now()
	if pause := asked(err); pause > 0 && now.Add(pause).After(g.paused) {
		g.paused, g.thaw = now.Add(pause), thaw{after: pause}
		if pause >= longPause {
			g.held = err
		}
	}
	g.releaseSlot(now, c.probe, o, err)
}
