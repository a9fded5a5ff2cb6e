package gate

import (
	"context"
	"fmt"
	"time"

	"familiar/llm"
)

// longWait is from where on the wait for a slot, where it is known, is one that
// somebody with another model need not wait.
const longWait = 2 * time.Second

// A Standing is whether a call made now would be asked soon.
type Standing struct {
	Err error // why not, as a call would get it; nil: it would
	Due bool  // with Err: the model is left alone, and the next call tries whether it works
}

// Ready says whether a call made now would be asked soon: the model is not left
// alone, its queue has room, and neither a pause the provider asked for nor
// Config.PerMinute makes it wait 2 s or more. It takes no slot: what is said may
// be another matter by the time of the call.
func (g *Gate) Ready() Standing {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	switch err := g.breaker.refuses(now); {
	case err != nil:
		return Standing{Err: fmt.Errorf("%s: %w", g.Name(), err)}
	case g.breaker.open:
		return Standing{Err: fmt.Errorf("%s: %w", g.Name(), &OpenError{Failures: g.breaker.failures, Err: g.breaker.last}), Due: true}
	case g.queue.size >= g.config.Queue:
		return Standing{Err: fmt.Errorf("%s: %w: %d calls wait already", g.Name(), llm.ErrOverloaded, g.queue.size)}
	}
	if wait := max(g.paused.Sub(now), g.rateWait(now)); wait >= longWait {
		return Standing{Err: &llm.RetryError{After: wait, Err: fmt.Errorf("%s: %w: the next slot is %v away", g.Name(), llm.ErrOverloaded, wait.Round(time.Millisecond))}}
	}
	return Standing{}
}

// rateWait is how long the rate limit makes the next call wait, those before it
// counted. The lock is held.
func (g *Gate) rateWait(now time.Time) time.Duration {
	if g.rate == nil {
		return 0
	}
	g.takeShare(now)
	lacking := float64(g.queue.size+1) - g.rate.TokensAt(now)
	return time.Duration(max(0, lacking) / float64(g.rate.Limit()) * float64(time.Second))
}

// patience is how long a call with a spare waits for its first word, at most that.
func (g *Gate) patience(most time.Duration) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pace.patience(most)
}

// enterSoon is enter, but for a request with a spare: it waits for its slot no
// longer than that has patience.
func (g *Gate) enterSoon(ctx context.Context, r llm.Request) (probe bool, err error) {
	if r.Spare == 0 {
		return g.enter(ctx, r)
	}
	soon, cancel := context.WithTimeout(ctx, r.Spare)
	defer cancel()
	probe, err = g.enter(soon, r)
	if err != nil && soon.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: no slot within %v", llm.ErrOverloaded, r.Spare)
	}
	return probe, err
}
