package slack

import (
	"context"
	"fmt"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Edit implements adapter.Editor. The mark that tells our posts apart stays;
// a line that was quoted in the text doesn't.
func (a *Account) Edit(ctx context.Context, o messages.Edit) error {
	at, err := placeIn(o.Channel)
	if err == nil && !isTS(string(o.Line)) {
		err = fmt.Errorf("%q is not a message's ts", o.Line)
	}
	if err != nil {
		return fmt.Errorf("slack: account %s: edit: %w: %w", a.id, adapter.ErrGone, err)
	}
	text := markup(messages.Post{Text: o.Text, Mentions: o.Mentions})
	return adapter.Patiently(ctx, func() error {
		_, _, _, err := a.api.UpdateMessageContext(ctx, at.chat, string(o.Line),
			slack.MsgOptionText(text, false), // it is escaped already
			slack.MsgOptionParse(false),
			slack.MsgOptionLinkNames(false))
		if err == nil {
			return nil
		}
		return a.failed("edit in "+string(o.Channel), err)
	})
}
