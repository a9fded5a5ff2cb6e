package discord

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
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
		var asked wire.Channel
		address := discordgo.EndpointChannel(raw(c))
		if err := a.rest.Patiently(ctx, "GET", address, address, nil, &asked); err != nil {
			return adapter.Place{}, fmt.Errorf("discord: describe %s: %w", id, err)
		}
		asked.ID, asked.Overwrites = raw(c), nil // the gateway may have told newer ones
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

// membersLimit is how many members Discord gives at once; a longer list is
// cut there.
const membersLimit = 1000

// HasReplies implements adapter.Replier.
func (a *Account) HasReplies() bool { return true }

// Members implements adapter.MemberLister. Of a channel it counts the whole
// guild, of whom some may not see the channel: never too few. Discord gives
// the list only with the SERVER MEMBERS intent; without it the answer is the
// guild's own count, of which nobody knows who is a bot, and Truncated.
func (a *Account) Members(ctx context.Context, id messages.ChannelID) (messages.MembersKnown, error) {
	c, err := parse(id)
	if err != nil {
		return messages.MembersKnown{}, fmt.Errorf("discord: members: %w", err)
	}
	if c.Workspace == "" {
		return messages.MembersKnown{Humans: 1, Bots: 1, FetchedAt: messages.InstantOf(time.Now())}, nil // a bot has them with one person
	}
	address := discordgo.EndpointGuildMembers(c.Workspace)
	if c.Thread != "" {
		address = discordgo.EndpointThreadMembers(c.Thread)
	}
	var list []struct {
		User   wire.User   `json:"user"`
		Nick   string      `json:"nick"`
		Member wire.Member `json:"member"` // of a thread
	}
	query := fmt.Sprintf("?limit=%d&with_member=true", membersLimit)
	err = a.rest.Patiently(ctx, "GET", address+query, address, nil, &list)
	if errors.Is(err, adapter.ErrGone) { // of a guild of another process's shard nobody has told here
		a.acquaint(ctx, c.Workspace)
	}
	if n := a.places.members(c.Workspace); err != nil && errors.Is(err, adapter.ErrGone) && n > 0 {
		return messages.MembersKnown{Humans: max(n-1, 0), Bots: 1, FetchedAt: messages.InstantOf(time.Now()), Truncated: true}, nil
	}
	if err != nil {
		return messages.MembersKnown{}, fmt.Errorf("discord: members of %s: %w", id, err)
	}
	known := messages.MembersKnown{FetchedAt: messages.InstantOf(time.Now()), Truncated: len(list) >= membersLimit}
	for _, m := range list {
		u, in := m.User, &wire.Member{Nick: m.Nick}
		if u.ID == "" {
			u, in = m.Member.User, &m.Member
		}
		a.names.meet(c.Workspace, u, in)
		if u.Bot {
			known.Bots++
		} else {
			known.Humans++
		}
	}
	return known, nil
}
