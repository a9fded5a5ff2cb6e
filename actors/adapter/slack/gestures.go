package slack

import (
	"context"
	"fmt"
	"strings"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
	"familiar/actors/adapter/slack/mrkdwn"
	"familiar/messages"
)

// ShowTyping implements adapter.Typer in an assistant's pane, by its status.
// Elsewhere Slack shows no bot typing.
func (a *Account) ShowTyping(ctx context.Context, o messages.ShowTyping) error {
	at, err := placeIn(o.Channel)
	if err != nil || at.thread == "" || !a.panes.Has(string(o.Channel)) {
		return nil // nowhere to show it
	}
	status := ""
	if o.On {
		status = "is typing…"
	}
	err = a.api.SetAssistantThreadsStatusContext(ctx, slack.AssistantThreadsSetStatusParameters{ChannelID: at.chat, ThreadTS: at.thread, Status: status})
	if err != nil {
		return a.failed("show typing", err)
	}
	return nil
}

// React implements adapter.Reactor. An emoji is named as Slack names it, with
// or without colons; the commonest characters are translated.
func (a *Account) React(ctx context.Context, o messages.React) error {
	at, err := placeIn(o.Channel)
	if err != nil {
		return fmt.Errorf("slack: account %s: react: %w: %w", a.id, adapter.ErrGone, err)
	}
	name := strings.Trim(o.Emoji, ":")
	if known, ok := emoji[strings.TrimSuffix(name, "\ufe0f")]; ok {
		name = known
	}
	err = a.api.AddReactionContext(ctx, name, slack.NewRefToMessage(at.chat, string(o.Line)))
	if err == nil || refusal(err) == "already_reacted" {
		return nil
	}
	return a.failed("react", err)
}

// emoji gives Slack's names of what models react with most.
var emoji = map[string]string{
	"👍": "+1", "👎": "-1", "❤": "heart", "😂": "joy", "😄": "smile", "🙂": "slightly_smiling_face", "😅": "sweat_smile",
	"😮": "open_mouth", "😢": "cry", "😭": "sob", "🎉": "tada", "🔥": "fire", "👀": "eyes", "🙏": "pray", "👏": "clap",
	"💯": "100", "✅": "white_check_mark", "❌": "x", "🤔": "thinking_face", "👋": "wave", "🚀": "rocket", "✨": "sparkles",
	"⏳": "hourglass_flowing_sand", "💡": "bulb", "🫡": "saluting_face", "🤷": "shrug",
}

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
	me, err := a.who(ctx)
	if err != nil {
		return err
	}
	text := mrkdwn.Write(messages.Post{Text: a.signed(o.As, o.Text, me), Mentions: o.Mentions})
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
