package web

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Edit implements adapter.Editor: every account in the channel hears that the
// post is another now. After an error all are told again.
func (a *Account) Edit(ctx context.Context, o messages.Edit) error {
	n := a.network
	writer := n.writer(o.Channel, o.Line).ID
	switch {
	case checkChannel(o.Channel) != nil, !slices.Contains(n.present(o.Channel), a):
		return fmt.Errorf("web: edit in %s: %w: account %s is not in the channel", o.Channel, adapter.ErrGone, a.id)
	case !strings.HasPrefix(string(o.Line), postPrefix), writer != "" && writer != a.me.ID:
		return fmt.Errorf("web: edit in %s: %w: %s is not a post of account %s", o.Channel, adapter.ErrGone, o.Line, a.id)
	}
	line := messages.Line{
		ID: o.Line, Channel: o.Channel, Author: a.as(o.As), Text: o.Text,
		Nonce: strings.TrimPrefix(string(o.Line), postPrefix), // it is a post still
	}
	line.Mentions = mentions(o.Text, func() []messages.Author { return n.known(o.Channel) })
	return n.tellAccounts(ctx, o.Channel, o.Line, func(account messages.AccountID) messages.Event {
		copied := line
		copied.Account = account
		return messages.Edited{Line: &copied}
	})
}
