package web

import (
	"context"
	"fmt"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Reacted tells every account in the channel of a reaction to a line, or to a
// post, or that it is taken away. After an error all are told again: a person who
// reacts twice counts once. The errors are those of [Network.Say].
func (n *Network) Reacted(ctx context.Context, channel messages.ChannelID, r messages.Reacted) error {
	switch {
	case r.By.ID == "" || r.Emoji == "":
		return fmt.Errorf("web: %w: a reaction needs an author and an emoji", adapter.ErrRefused)
	case n.roster.Load().byPerson[r.By.ID] != nil:
		return fmt.Errorf("web: %w: %s is one of our accounts", adapter.ErrRefused, r.By.ID)
	}
	return n.tellAccounts(ctx, channel, r.Line, func(messages.AccountID) messages.Event { return r })
}
