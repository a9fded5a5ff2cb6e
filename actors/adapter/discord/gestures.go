package discord

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
	"familiar/messages"
)

// ShowTyping implements adapter.Typer. Discord shows it for ten seconds, or
// until the account posts; it can't be taken back.
func (a *Account) ShowTyping(ctx context.Context, o messages.ShowTyping) error {
	if !o.On {
		return nil
	}
	c, err := parse(o.Channel)
	if err != nil {
		return fmt.Errorf("discord: typing: %w", err)
	}
	address := discordgo.EndpointChannelTyping(raw(c))
	if err := a.rest.Call(ctx, "POST", address, address, nil, nil); err != nil {
		return fmt.Errorf("discord: typing in %s: %w", o.Channel, err)
	}
	return nil
}

// reactWithin is how long a reaction waits for Discord's limit, which is one
// in a quarter of a second; later it would puzzle people.
const reactWithin = 10 * time.Second

// React implements adapter.Reactor. The emoji is a character, or a custom one
// as ":name:id" or "<:name:id>".
func (a *Account) React(ctx context.Context, o messages.React) error {
	c, err := parse(o.Channel)
	if err == nil && wire.Born(string(o.Line)).IsZero() {
		err = fmt.Errorf("line %s is not a Discord message", o.Line)
	}
	if err != nil {
		return fmt.Errorf("discord: reaction: %w: %w", adapter.ErrGone, err)
	}
	emoji := url.PathEscape(strings.Trim(o.Emoji, "<:>"))
	address := discordgo.EndpointMessageReaction(raw(c), string(o.Line), emoji, "@me")
	bucket := discordgo.EndpointMessageReaction(raw(c), "", "", "")
	ctx, cancel := context.WithTimeout(ctx, reactWithin)
	defer cancel()
	if err := a.rest.Patiently(ctx, "PUT", address, bucket, nil, nil); err != nil {
		return fmt.Errorf("discord: reaction in %s: %w", o.Channel, err)
	}
	return nil
}

// A change is what an edit sends. It pings nobody anew, and closes what the
// text would show as a ping.
type change struct {
	Content string  `json:"content"`
	Allowed allowed `json:"allowed_mentions"`
}

// Edit implements adapter.Editor.
func (a *Account) Edit(ctx context.Context, o messages.Edit) error {
	c, err := parse(o.Channel)
	if err == nil && wire.Born(string(o.Line)).IsZero() {
		err = fmt.Errorf("line %s is not a Discord message", o.Line)
	}
	if err != nil {
		return fmt.Errorf("discord: edit: %w: %w", adapter.ErrGone, err)
	}
	shown, err := a.isShown(ctx, c, o.Line)
	if err != nil {
		return fmt.Errorf("discord: edit in %s: %w", o.Channel, err)
	}
	if !shown {
		o.Text = a.signed(o.As, o.Text)
	}
	text, users := mark(o.Text, o.Mentions, maxText)
	in := change{text, allowed{Parse: []string{}, Users: users[:min(len(users), maxPinged)]}}
	address, bucket := messageAt(c, o.Line)
	if shown {
		err = a.editShown(ctx, c, o.Line, in)
	} else {
		err = a.rest.Patiently(ctx, "PATCH", address, bucket, in, nil)
	}
	if err != nil {
		return fmt.Errorf("discord: edit in %s: %w", o.Channel, err)
	}
	return nil
}
