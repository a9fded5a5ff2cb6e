package adapter

import (
	"context"
	"errors"
	"sync"

	"familiar/messages"
)

// An Ear is how an account hears that others come to, as to a page or by a bridge: they
// hand over what they say, while it listens. The zero Ear hears nothing; its methods may
// be called at the same time.
type Ear struct {
	mu  sync.Mutex
	run *listened // nil while nobody listens
}

// A listened is one run of [Adapter.Listen].
type listened struct {
	ctx   context.Context
	hear  Hear
	calls sync.WaitGroup // of hear, under way
}

// errListening says that somebody listens already.
var errListening = errors.New("it is already listening")

// Open has hear be called with what is handed over, until ctx ends or stop is called,
// which returns once no call is under way. One listens at a time.
func (e *Ear) Open(ctx context.Context, hear Hear) (stop func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.run != nil {
		cancel()
		return nil, errListening
	}
	run := &listened{ctx: ctx, hear: hear}
	e.run = run
	return func() {
		e.mu.Lock()
		e.run = nil
		e.mu.Unlock()
		cancel()
		run.calls.Wait()
	}, nil
}

// IsOpen reports whether somebody listens.
func (e *Ear) IsOpen() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.run != nil
}

// Hear hands an event over, and returns what hear says of it. open is false if nobody
// listens, or stopped before it was taken: then err says how that ended it.
func (e *Ear) Hear(ctx context.Context, channel messages.ChannelID, event messages.Event) (open bool, err error) {
	e.mu.Lock()
	run := e.run
	if run == nil {
		e.mu.Unlock()
		return false, nil
	}
	run.calls.Add(1) // under the lock, so that stop can't have begun to wait
	e.mu.Unlock()
	defer run.calls.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(run.ctx, cancel)()
	err = run.hear(ctx, channel, event)
	return err == nil || run.ctx.Err() == nil || errors.Is(err, ErrRefused), err
}
