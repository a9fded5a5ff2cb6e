package telegram

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/entities"
	"familiar/actors/adapter/telegram/rest"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// ShowTyping implements adapter.Typer. The sign goes by itself within 5 s, or with
// the message.
func (a *Account) ShowTyping(ctx context.Context, o messages.ShowTyping) error {
	if !o.On {
		return nil
	}
	at, err := a.place(ctx, o.Channel, "show typing")
	if err != nil {
		return err
	}
	if at.aside != 0 || !a.pace.spare(at.chat) {
		return nil // Telegram shows none to a channel's correspondents, and a sign is worth no message
	}
	err = a.api.Call(ctx, "sendChatAction", at.in(map[string]any{"action": "typing"}, ""), nil)
	a.pace.see(at.chat, err)
	if err != nil {
		return a.outcome("show typing", err)
	}
	return nil
}

// React implements adapter.Reactor. A bot has one reaction to a message: a second
// takes the place of the first. Telegram takes some seventy emoji and refuses the
// others.
func (a *Account) React(ctx context.Context, o messages.React) error {
	at, message, err := a.standOf(ctx, o.Channel, o.Line, "react")
	if err != nil {
		return err
	}
	emoji := strings.TrimSuffix(o.Emoji, "\ufe0f")
	return a.change(ctx, at, a.pace.call, "react in "+string(o.Channel), "setMessageReaction", map[string]any{
		"chat_id": at.chat, "message_id": message, "reaction": []wire.Mark{{Type: "emoji", Emoji: emoji}},
	})
}

// Edit implements adapter.Editor.
func (a *Account) Edit(ctx context.Context, o messages.Edit) error {
	at, message, err := a.standOf(ctx, o.Channel, o.Line, "edit")
	if err != nil {
		return err
	}
	text, marks := entities.Write(o.Text, o.Mentions)
	params := map[string]any{"chat_id": at.chat, "message_id": message, "text": text, "link_preview_options": map[string]bool{"is_disabled": true}}
	if len(marks) > 0 {
		params["entities"] = marks
	}
	return adapter.Patiently(ctx, func() error {
		return a.change(ctx, at, a.pace.turn, "edit in "+string(o.Channel), "editMessageText", params)
	})
}

// change makes a call that does no harm when it is made again, in its turn.
func (a *Account) change(ctx context.Context, at place, turn func(context.Context, int64) error, what, method string, params map[string]any) error {
	if err := turn(ctx, at.chat); err != nil {
		return fmt.Errorf("telegram: account %s: %s: %w", a.id, what, err)
	}
	err := a.api.Call(ctx, method, params, nil)
	a.pace.see(at.chat, err)
	if err == nil || rest.Says(err, "message is not modified") {
		return nil
	}
	return a.outcome(what, err)
}

// place returns the place that a channel's id names.
func (a *Account) place(ctx context.Context, channel messages.ChannelID, what string) (place, error) {
	me, err := a.who(ctx)
	if err != nil {
		return place{}, err
	}
	at, err := me.placeIn(channel)
	if err != nil {
		return place{}, fmt.Errorf("telegram: account %s: %s: %w: %w", a.id, what, adapter.ErrGone, err)
	}
	return at, nil
}

// standOf returns where a line stands, and which message it is.
func (a *Account) standOf(ctx context.Context, channel messages.ChannelID, line messages.LineID, what string) (place, int64, error) {
	at, err := a.place(ctx, channel, what)
	if err != nil {
		return place{}, 0, err
	}
	message, err := strconv.ParseInt(string(line), 10, 64)
	if err != nil || message <= 0 {
		return place{}, 0, fmt.Errorf("telegram: account %s: %s: %w: %q is not a message's id", a.id, what, adapter.ErrGone, line)
	}
	return at, message, nil
}
