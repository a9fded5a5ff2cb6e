package bridge

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

const (
	// identityWithin is how long Identity waits for a bridge to come, and askAgain when it
	// is to be asked next.
	identityWithin = 2 * time.Second
	askAgain       = time.Second
	// listenWithin is how long Listen waits for one, and comeBack when it is to be called
	// next; lookEvery is how often it looks whether one is still there.
	listenWithin = time.Second
	comeBack     = 5 * time.Second
	lookEvery    = 5 * time.Second
	// untakenMost is how long an order waits for a bridge to take it, and untakenLast once
	// the account doesn't listen any more: then the next process has it.
	untakenMost = 10 * time.Second
	untakenLast = time.Second
)

// An ear is one run of Listen.
type ear struct {
	ctx   context.Context
	hear  adapter.Hear
	calls sync.WaitGroup // of hear, under way
}

// errDeaf says that nobody listens.
var errDeaf = errors.New("bridge: not listening")

// Listen implements adapter.Adapter: while it runs, what the bridge reports is handed
// over. When it returns, no call of hear is under way.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	if !a.await(ctx, listenWithin) {
		if ctx.Err() != nil {
			return nil
		}
		return adapter.RetryAfter(comeBack, errAway)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	e := &ear{ctx: ctx, hear: hear}
	a.mu.Lock()
	if a.ear != nil {
		a.mu.Unlock()
		return fmt.Errorf("bridge: account %s is already listening", a.id)
	}
	a.ear = e
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		a.ear = nil
		a.mu.Unlock()
		cancel()
		e.calls.Wait()
	}()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
			if s, _ := a.want(); s == nil {
				return adapter.RetryAfter(comeBack, errAway)
			}
		}
	}
}

// hear hands one event over, while somebody listens.
func (a *Account) hear(ctx context.Context, h happened) error {
	a.mu.Lock()
	e := a.ear
	if e == nil {
		a.mu.Unlock()
		return errDeaf
	}
	e.calls.Add(1) // under the lock, so that Listen can't have begun to wait
	a.mu.Unlock()
	defer e.calls.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(e.ctx, cancel)()
	err := e.hear(ctx, h.channel, h.event)
	if err != nil && e.ctx.Err() != nil && !errors.Is(err, adapter.ErrRefused) {
		return fmt.Errorf("%w: %w", errDeaf, err)
	}
	return err
}

// Identity implements adapter.Identifier, by the first hello.
func (a *Account) Identity(ctx context.Context) (messages.Author, error) {
	if !a.await(ctx, identityWithin) {
		return messages.Author{}, adapter.RetryAfter(askAgain, fmt.Errorf("%w: %w", adapter.ErrAwaited, errAway))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.me, nil
}

// do has an order carried out. It waits for a bridge that is away, but not long: nobody
// knows when it comes back.
func (a *Account) do(ctx context.Context, o order) (answer, error) {
	a.mu.Lock()
	untaken := untakenMost
	if a.ear == nil {
		untaken = untakenLast
	}
	a.mu.Unlock()
	got, err := a.orders.do(ctx, o, untaken)
	if err != nil {
		return answer{}, fmt.Errorf("bridge: %s: %w", o.Type, err)
	}
	return got, nil
}

// Post implements adapter.Adapter.
func (a *Account) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	o, err := a.postOrder(toPost, p)
	if err != nil {
		return adapter.Posted{}, err
	}
	got, err := a.do(ctx, o)
	if err != nil {
		return adapter.Posted{}, err
	}
	return a.posted(p, o.place, got), nil
}

// PostFile implements adapter.FilePoster.
func (a *Account) PostFile(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	return a.Post(ctx, p)
}

// Find implements adapter.Reconciler.
func (a *Account) Find(ctx context.Context, p messages.Post) (adapter.Posted, bool, error) {
	o, err := a.postOrder(toFind, p)
	if err != nil {
		return adapter.Posted{}, false, err
	}
	got, err := a.do(ctx, o)
	if err != nil || !*got.Found {
		return adapter.Posted{}, false, err
	}
	return a.posted(p, o.place, got), true, nil
}
