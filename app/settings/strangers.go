package settings

import (
	"context"

	"familiar/actors/account"
	"familiar/messages"
)

// Met puts in force who a stranger is, and reports whether the account is still
// wanted. Channels in memory are told until the journal has taken it: what they
// hold says that nobody is there.
func (f *InForce) Met(ctx context.Context, id messages.AccountID, m account.Meeting) bool {
	generation, wanted := f.introduce(ctx, id, m)
	if !wanted {
		return false
	}
	err := f.Retry.Write(ctx, "tell every channel who an account is", func() error {
		return f.Tell(ctx, generation)
	})
	if err != nil {
		return false
	}
	f.Log.Info("account knows who it is", "account", string(id))
	return true
}

// introduce makes the next generation of the configuration, which knows who a
// stranger is; false: a reload has taken it away.
func (f *InForce) introduce(ctx context.Context, id messages.AccountID, m account.Meeting) (generation int, wanted bool) {
	defer f.Change()()
	if ctx.Err() != nil {
		return 0, false
	}
	next := f.Now().next()
	next.who.introduce(map[messages.AccountID]account.Meeting{id: m})
	f.now.Store(next)
	return next.Generation, true
}
