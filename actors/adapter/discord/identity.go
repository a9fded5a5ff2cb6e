package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

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
	a.me.become(me)
}

// self returns who the account is; without an id while that isn't known.
func (a *Account) self() wire.User { return a.me.get() }

// An identity is who an account is, as far as Discord has said.
type identity struct {
	mu          sync.Mutex
	user        wire.User
	application string // that it is of; "": not known yet
}

func (i *identity) become(user wire.User) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.user = user
}

func (i *identity) get() wire.User {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.user
}

// belongTo notes which application the account is of.
func (i *identity) belongTo(application string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.application = cmp.Or(application, i.application)
}

// belongs reports whether it is known which application the account is of.
func (i *identity) belongs() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.application != ""
}

// owns reports whether an application is the account's. Before that is known, it is
// called as its bot is: so all are but those of the first years.
func (i *identity) owns(application string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return application != "" && application == cmp.Or(i.application, i.user.ID)
}
