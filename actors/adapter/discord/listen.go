package discord

import (
	"context"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"

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
	if err := a.plan(ctx); err != nil {
		return err
	}
	a.recall(ctx)
	ctx, stop := context.WithCancelCause(ctx)
	lanes := newLanes(ctx, a, hear)
	a.gateway.Run(ctx, stop, func(e gateway.Event) { a.dispatch(lanes, e) })
	stop(nil)
	lanes.wait()
	if errors.Is(context.Cause(ctx), adapter.ErrRemoved) {
		a.gateway.Forget()
	}
	a.gateway.Rewind()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// plan asks Discord how to connect.
func (a *Account) plan(ctx context.Context) error {
	var p gateway.Plan
	if err := a.rest.Call(ctx, "GET", discordgo.EndpointGatewayBot, discordgo.EndpointGatewayBot, nil, &p); err != nil {
		return fmt.Errorf("ask for the gateway: %w", err)
	}
	if a.gateway == nil {
		a.gateway = gateway.New(gateway.Config{
			Token: a.config.Token, MinPause: a.config.MinPause, MaxPause: a.config.MaxPause, IdentifyEvery: a.config.IdentifyEvery, KeepEvery: a.config.KeepEvery,
			Shards: a.config.Shards, Intents: a.asksFor, Refused: a.refused, Log: a.log,
			Account: string(a.id), Bot: func() string { return a.self().ID }, Words: a.config.Sessions,
		})
	}
	return a.gateway.Follow(p)
}
