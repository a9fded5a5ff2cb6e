package app

import (
	"context"

	"familiar/actors/account"
	"familiar/actors/retry"
	"familiar/messages"
)

// met puts in force who a stranger is, and reports whether the account is still
// wanted. Channels in memory are told until the journal has taken it: what they
// hold says that nobody is there.
func (a *App) met(ctx context.Context, id messages.AccountID, m account.Meeting) bool {
	generation, wanted := a.introduce(ctx, id, m)
	if !wanted {
		return false
	}
	err := retry.Writer{Fail: a.fail, Log: a.Log}.Write(ctx, "tell every channel who an account is", func() error {
		_, err := a.tellAll(ctx, generation)
		return err
	})
	if err != nil {
		return false
	}
	a.Log.Info("account knows who it is", "account", string(id))
	return true
}

// introduce makes the next generation of the configuration, which knows who a
// stranger is; false: a reload has taken it away.
func (a *App) introduce(ctx context.Context, id messages.AccountID, m account.Meeting) (generation int, wanted bool) {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	if ctx.Err() != nil {
		return 0, false
	}
	next := *a.now.Load()
	next.Config, next.who = next.Next(), next.who.copy()
	next.who.introduce(map[messages.AccountID]account.Meeting{id: m})
	a.now.Store(&next)
	return next.Generation, true
}
