package account

import (
	"context"

	"familiar/actors/adapter"
	"familiar/messages"
)

// CanLook reports whether the network of an account may be asked whether a post is
// there. Of another process's account only that can say.
func (a *Asker) CanLook(id messages.AccountID) bool {
	return Can[adapter.Reconciler](a.Accounts, id) != nil || a.Accounts.elsewhere(id)
}

// Posted asks the network of a post's account, wherever that is, whether the post is
// there. That it isn't found proves nothing: the network may show the newest only.
func (a *Asker) Posted(ctx context.Context, p messages.Post) (bool, error) {
	if Can[adapter.Reconciler](a.Accounts, p.Account) == nil && a.Accounts.elsewhere(p.Account) {
		return a.Accounts.Elsewhere.AskPosted(ctx, p)
	}
	return a.PostedHere(ctx, p)
}

// PostedHere is [Asker.Posted] by an account of this process.
func (a *Asker) PostedHere(ctx context.Context, p messages.Post) (found bool, err error) {
	reconciler := Can[adapter.Reconciler](a.Accounts, p.Account)
	if reconciler == nil {
		return false, errCant
	}
	err = a.call(ctx, p.Account, "find", func() (err error) {
		_, found, err = reconciler.Find(ctx, p)
		return err
	})
	return found && err == nil, err
}
