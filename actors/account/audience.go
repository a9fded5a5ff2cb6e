package account

import (
	"context"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Audience returns who reads a channel now, as the network of an account there says,
// wherever that account is. Where it can't be asked nobody knows.
func (a *Asker) Audience(ctx context.Context, channel messages.ChannelID, as messages.AccountID) messages.Audience {
	if Can[adapter.Audiencer](a.Accounts, as) != nil {
		return a.AudienceHere(channel, as)
	}
	if !a.Accounts.elsewhere(as) {
		return messages.AudienceUnknown
	}
	audience, err := a.Accounts.Elsewhere.AskAudience(ctx, as, channel)
	if err != nil {
		a.Log.Info("who reads a channel is not known", "channel", string(channel), "account", string(as), "err", err)
		return messages.AudienceUnknown
	}
	return audience
}

// AudienceHere is [Asker.Audience] by an account of this process.
func (a *Asker) AudienceHere(channel messages.ChannelID, as messages.AccountID) (audience messages.Audience) {
	knows := Can[adapter.Audiencer](a.Accounts, as)
	if knows == nil {
		return messages.AudienceUnknown
	}
	err := adapter.Fenced(a.Log, as, "audience", func() error {
		audience = knows.Audience(channel)
		return nil
	})
	if err != nil { // it is in the log
		return messages.AudienceUnknown
	}
	return audience
}
