package settings

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
)

// ShareRoles carries out an order: the channel of roles has others.
func (f *InForce) ShareRoles(c *admission.Claims) {
	f.claims.Store(c)
	f.Activity.Add(1)
	select {
	case f.claimed <- struct{}{}:
	default: // the sharer has not begun with the ones before
		f.Activity.Add(-1)
	}
}

// Share puts the newest roles in force whenever they have changed, until ctx
// ends.
func (f *InForce) Share(ctx context.Context) {
	told := f.Now().who.claims // what every channel knows
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.claimed:
			// What is not told when ctx ends, the next start has.
			_ = f.Retry.Write(ctx, "tell every channel who has which role", func() (err error) {
				told, err = f.share(ctx, told)
				return err
			})
			f.Activity.Add(-1)
		}
	}
}

// Claims returns the roles in force; nil: nobody has ever had one.
func (f *InForce) Claims() *admission.Claims { return f.claims.Load() }

// share puts the newest roles in force, as the next generation of the
// configuration, and tells the channels in memory. It gives what these know
// then.
func (f *InForce) share(ctx context.Context, told *admission.Claims) (*admission.Claims, error) {
	defer f.Change()()
	claims := f.claims.Load()
	if reflect.DeepEqual(told, claims) {
		return told, nil
	}
	now := f.Now()
	if now.who.claims != claims {
		now = now.next()
		now.who.claims = claims
		f.now.Store(now)
	}
	if err := f.Tell(ctx, now.Generation); err != nil {
		return told, err
	}
	return claims, nil
}

// RecallRoles reads what the channel of roles has saved, before anybody is
// heard.
func (f *InForce) RecallRoles(ctx context.Context, j journal.Snapshots) error {
	var snapshot journal.Snapshot
	err := f.Retry.Read(ctx, "roles", func() (err error) {
		snapshot, err = j.Load(ctx, messages.Roles)
		return err
	})
	if err != nil || snapshot.Revision == 0 {
		return err
	}
	state, err := conversation.Decode(snapshot.Body, f.Now().In(messages.Roles))
	switch {
	case errors.Is(err, conversation.ErrNewer):
		return fmt.Errorf("roles: %w", err)
	case err != nil:
		f.Log.Error("claimed roles are damaged and not in force, claim them again", "err", err)
		return nil
	}
	f.claims.Store(state.Admission.Claims.Clone())
	return nil
}
