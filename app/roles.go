package app

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
)

// ShareRoles implements [channel.Orders]: the channel of roles has others.
func (a *App) ShareRoles(c *admission.Claims) {
	a.claims.Store(c)
	a.quiet.add(1)
	select {
	case a.claimed <- struct{}{}:
	default: // the sharer has not begun with the ones before
		a.quiet.add(-1)
	}
}

// sharer puts the newest roles in force, until ctx ends.
func (a *App) sharer(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.claimed:
			if err := a.share(ctx); err != nil && ctx.Err() == nil {
				a.Log.Warn("not every channel was told who has which role, others meet it when they wake", "err", err)
			}
			a.quiet.add(-1)
		}
	}
}

// share puts the roles in force as the next generation of the configuration.
func (a *App) share(ctx context.Context) error {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	next, claims := *a.now.Load(), a.claims.Load()
	if reflect.DeepEqual(next.who.claims, claims) {
		return nil // they were in force at the start
	}
	next.Config = next.Next()
	next.who = next.who.copy()
	next.who.claims = claims
	a.now.Store(&next)
	_, err := a.tellAll(ctx, next.Generation)
	return err
}

// recallRoles reads what the channel of roles has saved, before anybody is
// heard; nil when nothing is.
func (a *App) recallRoles(ctx context.Context) (*admission.Claims, error) {
	snapshot, err := a.Journal.Load(ctx, messages.Roles)
	if err != nil || snapshot.Revision == 0 {
		return nil, err
	}
	state, err := conversation.Decode(snapshot.Body, a.now.Load().in(messages.Roles))
	switch {
	case errors.Is(err, conversation.ErrNewer):
		return nil, fmt.Errorf("roles: %w", err)
	case err != nil:
		a.Log.Error("roles that were claimed are damaged and not in force, claim them again", "err", err)
		return nil, nil
	}
	a.claims.Store(state.Claims.Clone())
	return a.claims.Load(), nil
}
