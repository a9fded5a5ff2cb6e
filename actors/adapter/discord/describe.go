package discord

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Describe implements adapter.Describer.
func (a *Account) Describe(ctx context.Context, id messages.ChannelID) (adapter.Place, error) {
	c, err := parse(id)
	if err != nil {
		return adapter.Place{}, fmt.Errorf("discord: describe: %w", err)
	}
	at, known := a.places.at(raw(c))
	if !known || at.name == "" && at.with.ID == "" {
		var asked channel
		address := discordgo.EndpointChannel(raw(c))
		if err := a.rest.Patiently(ctx, "GET", address, address, nil, &asked); err != nil {
			return adapter.Place{}, fmt.Errorf("discord: describe %s: %w", id, err)
		}
		asked.ID = raw(c)
		a.places.setChannel(asked)
		at = place{guild: asked.GuildID, kind: asked.Type, name: asked.Name, topic: asked.Topic}
		if len(asked.Recipients) > 0 {
			at.with = asked.Recipients[0]
		}
	}
	p := adapter.Place{Name: at.name, About: at.topic, Kind: "channel"}
	switch {
	case isThread(at.kind):
		p.Kind = "thread"
	case at.kind == kindGroupDM:
		p.Kind = "group"
	case at.guild == "":
		p.Kind, p.Name = "dm", a.names.meet("", at.with, nil)
	}
	return p, nil
}
