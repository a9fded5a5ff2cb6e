// Package gate stands before a model and decides which call may start now.
// All who call a model, agents for turns and the monitor for verdicts, call
// its [Gate], which is an llm.Model as well.
//
// A call waits in a bounded queue for one of a few slots, the urgent first and
// channels in turn; it is tried again when that may help; and when the model
// fails for good, calls fail at once for a while. The waiting happens in the
// caller's goroutine, so an actor must not call from its Receive.
//
// The gate knows requests by their priority and channel and answers by their
// errors. It doesn't know prompts, and nothing of providers: their clients say
// with the errors of package llm what went wrong. A model that ignores its
// context keeps its caller, which is the concern of package answer; it keeps
// its slot for a few seconds only.
package gate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"familiar/llm"
)

// A Gate stands before one model. Its methods may be called at the same time.
type Gate struct {
	model  llm.Model
	config Config
	random func() float64 // in [0, 1), for pauses
	tell   func(error)    // see Watch; nil: nobody watches
	rate   *rate.Limiter  // nil: no limit

	processes func() int // see Divide; nil: one

	mu       sync.Mutex // callers are goroutines of many actors
	queue    queue
	inFlight int
	share    share
	breaker  breaker
	paused   time.Time   // until then nothing starts, as the provider asked
	held     error       // asked for a pause of longPause or more, and no call has worked since; nil: none
	away     time.Time   // since when the model is left alone; zero: it isn't
	pace     pace        // of its answers
	thaw     thaw        // of what the pause held
	alarm    *time.Timer // looks again when a pause is over or the rate allows
}

// New makes the gate of a model. The zero Config is Default().
func New(model llm.Model, config Config) *Gate {
	if config == (Config{}) {
		config = Default()
	}
	g := &Gate{
		model: model, config: config, random: rand.Float64, share: config.share(1),
		queue:   queue{limit: config.Queue},
		breaker: breaker{after: config.BreakAfter, length: config.BreakFor},
	}
	if config.PerMinute > 0 {
		g.rate = rate.NewLimiter(g.share.rate, g.share.burst)
	}
	return g
}

// Watch has tell called with why, when the gate begins to leave the model alone
// ([Gate.Health]), and with nil when the model answers again. It is to be called before the
// first call goes through the gate. No call starts or ends while tell runs: it
// must not use the gate, and not wait.
func (g *Gate) Watch(tell func(error)) { g.tell = tell }

// Name implements llm.Model: it is the model's.
func (g *Gate) Name() string { return g.model.Name() }

// Generate implements llm.Model. It is tried again, up to Config.Attempts times but only
// once where the request has a spare, after an error that [llm.MayPass] and an attempt
// that took too long (an llm.ErrUnreachable here, or an llm.ErrCut), as long as nothing
// was yielded and ctx leaves time for it. When the queue is full the error is an
// llm.ErrOverloaded, when the model is left alone an [OpenError], in an
// llm.RetryError if it is known for how long.
func (g *Gate) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		if err := g.generate(ctx, r, yield); err != nil {
			yield(llm.Delta{}, err)
		}
	}
}

// generate returns the error that ends the answer; nil also when the reader
// stopped.
func (g *Gate) generate(ctx context.Context, r llm.Request, yield func(llm.Delta, error) bool) error {
	var before error // what the last attempt ended with
	for n := 1; ; n++ {
		probe, has := g.entered(ctx)
		if !has {
			asked := time.Now()
			var err error
			probe, err = g.enterSoon(ctx, r)
			llm.Waited(ctx, llm.WaitSlot, asked)
			if err != nil {
				return g.notAsked(err, before)
			}
		}
		yielded, err := g.attempt(ctx, r, probe, yield)
		if err == nil || yielded || n == g.config.Attempts || r.Spare > 0 || !g.pauseBetweenAttempts(ctx, n, err) {
			return err
		}
		before = err
	}
}

// notAsked names the model, which can't do it here, and what it said before. It
// says for how long nobody will be asked, where that is known.
func (g *Gate) notAsked(err, before error) error {
	told := fmt.Errorf("%s: %w", g.Name(), err)
	if before != nil {
		told = fmt.Errorf("%s: %w; before that: %w", g.Name(), err, before)
	}
	if open, ok := errors.AsType[*OpenError](err); ok && open.For > 0 {
		return &llm.RetryError{After: open.For, Err: told}
	}
	return told
}

// Health is whether a model is asked. The zero Health is that it is.
type Health struct {
	Since time.Time // since when it is left alone
	Err   error     // why; nil: it isn't
}

// Health says whether the model is left alone: it fails, or has asked for a
// pause of a minute or more, and no call has worked since.
func (g *Gate) Health() Health {
	g.mu.Lock()
	defer g.mu.Unlock()
	return Health{Since: g.away, Err: g.trouble()}
}

// Stats is what a gate is doing now.
type Stats struct {
	InFlight int  // calls that have a slot
	Waiting  int  // calls in the queue; those between two attempts may be in neither
	Open     bool // the breaker is: the model is left alone
	Paused   bool // nothing starts, as the provider asked
}

// Stats says what the gate is doing.
func (g *Gate) Stats() Stats {
	g.mu.Lock()
	defer g.mu.Unlock()
	return Stats{InFlight: g.inFlight, Waiting: g.queue.size, Open: g.breaker.open, Paused: time.Now().Before(g.paused)}
}
