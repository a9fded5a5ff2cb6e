package app

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"familiar/actors/retry"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
)

// ShareRoles implements [channel.Orders]: the channel of roles has others.
func (a *App) ShareRoles(c *admission.Claims) {
	a.claims.Store(c)
	a.activity.Add(1)
	select {
	case a.claimed <- struct{}{}:
	default: // the sharer has not begun with the ones before
		a.activity.Add(-1)
	}
}

// sharer puts the newest roles in force, until ctx ends. told is what every
// channel knows.
func (a *App) sharer(ctx context.Context, told *admission.Claims) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.claimed:
			// What is not told when ctx ends, the next start has.
			_ = retry.Writer{Fail: a.fail, Log: a.Log}.Write(ctx, "tell every channel who has which role", func() (err error) {
				told, err = a.share(ctx, told)
				return err
			})
			a.activity.Add(-1)
		}
	}
}

// share puts the newest roles in force, as the next generation of the
// configuration, and tells the channels in memory. It gives what these know
// then.
func (a *App) share(ctx context.Context, told *admission.Claims) (*admission.Claims, error) {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	claims := a.claims.Load()
	if reflect.DeepEqual(told, claims) {
		return told, nil
	}
	next := *a.now.Load()
	if next.who.claims != claims {
		next.Config, next.who = next.Next(), next.who.copy()
		next.who.claims = claims
		a.now.Store(&next)
	}
	if _, err := a.tellAll(ctx, next.Generation); err != nil {
		return told, err
	}
	return claims, nil
}

// recallRoles reads what the channel of roles has saved, before anybody is
// heard; nil when nothing is.
func (a *App) recallRoles(ctx context.Context) (*admission.Claims, error) {
	snapshot, err := a.Journal.Load(ctx, messages.Roles)
	if err != nil || snapshot.Revision == 0 {
		return nil, err
	}
	state, err := conversation.Decode(snapshot.Body, a.in(messages.Roles))
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
