package bridge

import (
	"context"
	"errors"
	"fmt"
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
	stop, err := a.ear.Open(ctx, hear)
	if err != nil {
		return fmt.Errorf("bridge: account %s: %w", a.id, err)
	}
	defer stop()
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
	open, err := a.ear.Hear(ctx, h.channel, h.event)
	switch {
	case open:
		return err
	case err == nil:
		return errDeaf
	}
	return fmt.Errorf("%w: %w", errDeaf, err)
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
	untaken := untakenMost
	if !a.ear.IsOpen() {
		untaken = untakenLast
	}
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
