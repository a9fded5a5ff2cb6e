package web

import (
	"context"
	"fmt"
	"sync/atomic"
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
	removed chan struct{} // closed when it is, or another has its place

	ear  adapter.Ear
	last atomic.Pointer[adapter.Hear] // of the newest Listen, which may have ended; nil: there was none
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

// Listen implements adapter.Adapter: until ctx ends or the account is
// removed or succeeded, hear is called by those who say something. When it returns, no
// such call is under way; posts are still echoed to hear, so that what was
// composed is said before the program ends.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	stop, err := a.ear.Open(ctx, hear)
	if err != nil {
		return fmt.Errorf("web: account %s: %w", a.id, err)
	}
	defer stop()
	a.last.Store(&hear)
	a.network.succeed(a)
	select {
	case <-ctx.Done():
	case <-a.removed:
	}
	return nil
}

// ListensEverywhere implements adapter.Everywhere: each process has a page of its own.
func (a *Account) ListensEverywhere() {}

// hears reports whether the account can be given what people say, or a post.
func (a *Account) hears(post bool) bool {
	return a.ear.IsOpen() || post && a.last.Load() != nil
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
	if last := a.last.Load(); post && last != nil {
		return (*last)(ctx, channel, e)
	}
	open, err := a.ear.Hear(ctx, channel, e)
	switch {
	case open && err == nil:
		return nil
	case open:
		return fmt.Errorf("web: account %s: %w", a.id, err)
	case err == nil:
		return fmt.Errorf("%w: account %s", ErrClosed, a.id)
	}
	return fmt.Errorf("%w: account %s: %w", ErrClosed, a.id, err)
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
