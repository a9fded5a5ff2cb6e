package gate

import (
	"context"
	"errors"
	"time"

	"familiar/llm"
)

// longestAsked bounds the pause a provider may ask for, so that a strange
// answer doesn't silence a model for days.
const longestAsked = time.Hour

// longPause is from where on a pause that the provider asks for is one in which
// the model can't be had.
const longPause = time.Minute

// asked returns the pause that the provider wants; 0: it didn't say.
func asked(err error) time.Duration {
	if r, ok := errors.AsType[*llm.RetryError](err); ok && llm.MayPass(err) {
		return min(max(r.After, 0), longestAsked)
	}
	return 0
}

// pauseBetweenAttempts waits between the nth attempt, which ended with err, and
// the next. It is false, at once, if there should be none: err is final, ctx
// would end before, or the breaker is open. A pause the provider asked for
// holds the whole model and is spent in the queue.
func (g *Gate) pauseBetweenAttempts(ctx context.Context, n int, err error) bool {
	if !llm.MayPass(err) || ctx.Err() != nil {
		return false
	}
	wait := asked(err)
	if wait == 0 {
		wait = g.config.backOff(n, g.random())
	}
	now := time.Now()
	if end, ok := ctx.Deadline(); ok && end.Before(now.Add(wait)) {
		return false
	}
	g.mu.Lock()
	refused := g.breaker.refuses(now)
	g.mu.Unlock()
	if refused != nil {
		return false
	}
	if asked(err) == 0 {
		_ = llm.Pause(ctx, wait) // the queue finds out
		llm.Waited(ctx, llm.WaitRetry, now)
	}
	return true
}

// backOff returns the pause after the nth attempt: exponential with full jitter,
// a share (in [0, 1)) of first_pause doubled n-1 times, at most last_pause.
// Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
func (c Config) backOff(n int, share float64) time.Duration {
	most := c.FirstPause
	for ; n > 1 && most < c.LastPause; n-- {
		most *= 2
	}
	return time.Duration(share * float64(min(most, c.LastPause)))
}
