package discord

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A change is what an edit sends. It pings nobody anew, and closes what the
// text would show as a ping.
type change struct {
	Content string  `json:"content"`
	Allowed allowed `json:"allowed_mentions"`
}

// Edit implements adapter.Editor.
func (a *Account) Edit(ctx context.Context, o messages.Edit) error {
	c, err := parse(o.Channel)
	if err == nil && born(string(o.Line)).IsZero() {
		err = fmt.Errorf("line %s is not a Discord message", o.Line)
	}
	if err != nil {
		return fmt.Errorf("discord: edit: %w: %w", adapter.ErrGone, err)
	}
	text, users := mark(o.Text, o.Mentions, maxText)
	in := change{text, allowed{Parse: []string{}, Users: users[:min(len(users), maxPinged)]}}
	address, bucket := discordgo.EndpointChannelMessage(raw(c), string(o.Line)), discordgo.EndpointChannelMessage(raw(c), "")
	if err := a.rest.Patiently(ctx, "PATCH", address, bucket, in, nil); err != nil {
		return fmt.Errorf("discord: edit in %s: %w", o.Channel, err)
	}
	return nil
}
