package web

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// An Account is an adapter: one of our accounts on the network.
type Account struct {
	id      messages.AccountID
	me      messages.Author
	network *Network
	place   int           // among the accounts, in the order they were added
	removed chan struct{} // closed when it is

	mu   sync.Mutex
	ear  *ear         // nil while nobody listens
	last adapter.Hear // of the newest Listen, which may have ended; nil: there was none
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Audiencer    = (*Account)(nil)
	_ adapter.Editor       = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Namer        = (*Account)(nil)
	_ adapter.Reactor      = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Typer        = (*Account)(nil)
)

// An ear is one run of Listen.
type ear struct {
	ctx   context.Context
	hear  adapter.Hear
	calls sync.WaitGroup // of hear, under way
}

// Listen implements adapter.Adapter: until ctx ends or the account is
// removed, hear is called by those who say something. When it returns, no
// such call is under way; posts are still echoed to hear, so that what was
// composed is said before the program ends.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	e := &ear{ctx: ctx, hear: hear}
	a.mu.Lock()
	if a.ear != nil {
		a.mu.Unlock()
		return fmt.Errorf("web: account %s is already listening", a.id)
	}
	a.ear, a.last = e, hear
	a.mu.Unlock()

	select {
	case <-ctx.Done():
	case <-a.removed:
	}
	a.mu.Lock()
	a.ear = nil
	a.mu.Unlock()
	cancel()
	e.calls.Wait()
	return nil
}

// ListensEverywhere implements adapter.Everywhere: each process has a page of its own.
func (a *Account) ListensEverywhere() {}

// hears reports whether the account can be given what people say, or a post.
func (a *Account) hears(post bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ear != nil || post && a.last != nil
}

func (a *Account) isRemoved() bool {
	select {
	case <-a.removed:
		return true
	default:
		return false
	}
}

// hearEvent passes e to the account's hear, which ends with ctx or, unless it is a
// post, with Listen.
func (a *Account) hearEvent(ctx context.Context, channel messages.ChannelID, e messages.Event, post bool) error {
	a.mu.Lock()
	ear, last := a.ear, a.last
	if post && last != nil {
		a.mu.Unlock()
		return last(ctx, channel, e)
	}
	if ear == nil {
		a.mu.Unlock()
		return fmt.Errorf("%w: account %s", ErrClosed, a.id)
	}
	ear.calls.Add(1) // under the lock, so that Listen can't have begun to wait
	a.mu.Unlock()
	defer ear.calls.Done()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ear.ctx, cancel)()
	err := ear.hear(ctx, channel, e)
	switch {
	case err == nil:
		return nil
	case ear.ctx.Err() != nil && !errors.Is(err, adapter.ErrRefused):
		return fmt.Errorf("%w: account %s: %w", ErrClosed, a.id, err)
	}
	return fmt.Errorf("web: account %s: %w", a.id, err)
}

// Identity implements adapter.Identifier.
func (a *Account) Identity(context.Context) (messages.Author, error) { return a.me, nil }

// Audience implements adapter.Audiencer by Config.Audience.
func (a *Account) Audience(channel messages.ChannelID) messages.Audience {
	if audience := a.network.config.Audience; audience != nil {
		return audience(channel)
	}
	return messages.AudienceUnknown
}

// ShowTyping implements adapter.Typer by Config.Typing.
func (a *Account) ShowTyping(_ context.Context, o messages.ShowTyping) error {
	if typing := a.network.config.Typing; typing != nil {
		typing(o)
	}
	return nil
}

// React implements adapter.Reactor by Config.Reacting.
func (a *Account) React(_ context.Context, o messages.React) error {
	if reacting := a.network.config.Reacting; reacting != nil {
		reacting(o)
	}
	return nil
}

// Members implements adapter.MemberLister: the accounts that are in the
// channel and who has written there lately. Others may read, so the list
// always counts as cut.
func (a *Account) Members(_ context.Context, channel messages.ChannelID) (messages.MembersKnown, error) {
	present := a.network.present(channel)
	known := messages.MembersKnown{Bots: len(present), FetchedAt: messages.InstantOf(time.Now()), Truncated: true}
	accounts := a.network.roster.Load().byPerson
	for _, author := range a.network.stripe(channel).authors(channel) {
		switch {
		case accounts[author.ID] != nil: // counted, or not in this channel
		case author.Bot:
			known.Bots++
		default:
			known.Humans++
		}
	}
	return known, nil
}
