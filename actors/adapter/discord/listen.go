package discord

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/gateway"
)

// Listen implements adapter.Adapter. It keeps as many shards connected as
// Discord recommends or [Config.Shards] says, each by itself: a lost connection is taken up again
// where it ended, and where that can't be, lines that were missed are fetched.
// It returns when ctx ends, when Discord wants another number of shards, or
// with [adapter.ErrGone] when the token is refused. Without the MESSAGE CONTENT
// intent it hears what Discord tells without it.
//
// What was read and not taken when it ends is read again by the next Listen, with
// [Config.Sessions] also by that of another process: it takes the sessions up. When
// ctx ends by [adapter.ErrRemoved] there is none to come, and they end.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	if !a.listening.TryLock() {
		return fmt.Errorf("discord: account %s is already listening", a.id)
	}
	defer a.listening.Unlock()
	err := a.listen(ctx, hear)
	if err == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("discord: %w", err)
}

func (a *Account) listen(ctx context.Context, hear adapter.Hear) error {
	if err := a.known(ctx); err != nil {
		return err
	}
	p, err := a.plan(ctx)
	if err != nil {
		return err
	}
	if a.gateway == nil {
		c := a.connecting()
		if a.config.Divided {
			c.Mine, c.Ask = []int{0}, a.recentPlan
		}
		a.gateway = gateway.New(c)
	}
	if err := a.gateway.Follow(p); err != nil {
		return err
	}
	return a.read(ctx, a.gateway, hear, a.shards.mayEnd)
}

// read hears by a gateway until ctx ends, or trying again is of no use. stoppable is
// told how to end it.
func (a *Account) read(ctx context.Context, g *gateway.Gateway, hear adapter.Hear, stoppable func(context.CancelCauseFunc)) error {
	a.recall(ctx)
	ctx, stop := context.WithCancelCause(ctx)
	stoppable(stop)
	defer stoppable(nil)
	l := newListener(ctx, a, hear)
	g.Run(ctx, stop, func(e gateway.Event) { a.dispatch(l, e) })
	stop(nil)
	l.wait()
	if errors.Is(context.Cause(ctx), adapter.ErrRemoved) {
		g.Forget()
	}
	g.Rewind()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// connecting returns how a gateway connects.
func (a *Account) connecting() gateway.Config {
	return gateway.Config{
		Token: a.config.Token, MinPause: a.config.MinPause, MaxPause: a.config.MaxPause, IdentifyEvery: a.config.IdentifyEvery, KeepEvery: a.config.KeepEvery,
		Shards: a.config.Shards, Intents: a.asksFor, Refused: a.refused, Up: a.shards.noteUp, Log: a.log,
		Account: string(a.id), Bot: func() string { return a.self().ID }, Words: a.config.Sessions,
	}
}

// A listener is one Listen, for all shards it reads.
type listener struct {
	ctx     context.Context // Listen's
	account *Account
	hear    adapter.Hear
	queues  *adapter.Queues[string] // by Discord's id of the channel; while too much waits, the shards don't read on
	beside  sync.WaitGroup          // what no channel waits for: questions and answers to the network
}

func newListener(ctx context.Context, a *Account, hear adapter.Hear) *listener {
	return &listener{ctx: ctx, account: a, hear: hear, queues: adapter.NewQueues[string](ctx, a.config.Waiting)}
}

// wait waits until nobody works any more; nothing is dispatched again.
func (l *listener) wait() {
	l.queues.Wait()
	l.beside.Wait()
}

// hearUntilTaken hands an event over until it is taken or refused, and reports
// whether that was before Listen's end.
func (l *listener) hearUntilTaken(channel messages.ChannelID, e messages.Event) bool {
	return l.hear.UntilTaken(l.ctx, channel, e, adapter.Backoff{First: firstPause, Most: l.account.config.MaxPause}) == nil
}

// firstPause is before an event is handed over a second time.
const firstPause = 100 * time.Millisecond
