package discord

import (
	"context"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"familiar/messages"

	"familiar/actors/adapter/discord/wire"
)

// Identity implements adapter.Identifier. It asks until it is answered, ctx
// ends, or the token is refused.
func (a *Account) Identity(ctx context.Context) (messages.Author, error) {
	if err := a.backoff().Until(ctx, func() error { return a.known(ctx) }); err != nil {
		return messages.Author{}, fmt.Errorf("discord: %w", err)
	}
	me := a.self()
	return messages.Author{ID: messages.PersonID(me.ID), Name: a.names.of("", me.ID), Bot: true}, nil
}

// known asks who the account is, if that isn't known.
func (a *Account) known(ctx context.Context) error {
	if a.self().ID != "" {
		return nil
	}
	var me wire.User
	if err := a.rest.Call(ctx, "GET", discordgo.EndpointUser("@me"), discordgo.EndpointUsers, nil, &me); err != nil {
		return fmt.Errorf("ask who the account is: %w", err)
	}
	if me.ID == "" {
		return errors.New("ask who the account is: the answer has no id")
	}
	a.meet(me)
	return nil
}

func (a *Account) meet(me wire.User) {
	if me.ID == "" {
		return
	}
	a.names.meet("", me, nil)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.me = me
}

// self returns who the account is; without an id while that isn't known.
func (a *Account) self() wire.User {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.me
}
