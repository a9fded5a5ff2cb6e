package discord

import (
	"context"
	"encoding/json"
	"time"

	"familiar/actors/adapter"

	"familiar/actors/adapter/discord/gateway"

	"familiar/actors/adapter/discord/wire"
)

// dispatch takes one event of the gateway: what it says of guilds and
// channels at once, what was said there in the channel's turn.
func (a *Account) dispatch(l *listener, e gateway.Event) {
	var where string
	var work func() bool // reports whether the event needs no more
	switch e.Type {
	case "READY":
		a.ready(l, e)
		return
	case "RESUMED":
		a.shards.noteCurrent(e.Shard)
		if e.Shard == 0 {
			l.beside.Go(func() { a.prepare(l.ctx, "") })
		}
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		var m wire.Message
		if adapter.DecodeLenient(e.Data, &m) == nil && m.ID != "" {
			a.recognise(&m)
			where = m.ChannelID
			work = func() bool { return l.posted(&m) }
			if e.Type == "MESSAGE_UPDATE" {
				work = func() bool { return l.edited(&m) }
			}
		}
	case "MESSAGE_DELETE", "MESSAGE_DELETE_BULK":
		var d wire.Deleted
		if adapter.DecodeLenient(e.Data, &d) == nil {
			where, work = d.ChannelID, func() bool { return l.deleted(&d) }
		}
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var c wire.Channel
		if adapter.DecodeLenient(e.Data, &c) == nil && c.GuildID != "" {
			c = a.places.remove(c)
			where, work = c.ID, func() bool { return l.missing(c) }
		}
	case "MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE", "MESSAGE_REACTION_REMOVE_ALL", "MESSAGE_REACTION_REMOVE_EMOJI":
		var r reacted
		if adapter.DecodeLenient(e.Data, &r) == nil && r.whole(e.Type) {
			where, work = r.ChannelID, func() bool { return l.reacted(e.Type, &r) }
		}
	case "INTERACTION_CREATE":
		var i wire.Interaction
		if adapter.DecodeLenient(e.Data, &i) == nil && i.Type == commandInteraction {
			came := time.Now()
			where, work = i.ChannelID, func() bool { return l.commanded(&i, came) }
		}
	default:
		behind, missing := a.place(e.Type, e.Data)
		l.catchUp(e, behind, missing)
		return
	}
	if where == "" || work == nil {
		e.Took()
		return
	}
	l.queues.Add(where, func(context.Context) {
		if work() {
			e.Took()
		}
	})
}

// ready is the beginning of a session. Direct messages may have been missed
// before it; of guilds, each says so itself.
func (a *Account) ready(l *listener, e gateway.Event) {
	var r wire.Ready
	if adapter.DecodeLenient(e.Data, &r) != nil {
		e.Took()
		return
	}
	a.meet(r.User)
	a.me.belongTo(r.Application.ID)
	a.places.lookAgain()
	a.beginsAnew(e.Shard)
	if e.Shard != 0 {
		e.Took()
		return
	}
	// Nobody says where their gap ends: better a new line that counts as missed
	// than a missed one that is lost to a clock that is slow.
	behind := make(map[string]string)
	for _, channel := range a.places.direct() {
		behind[channel] = wire.Snowflake(time.Now().Add(a.rest.Ahead() + clockSlack))
	}
	l.catchUp(e, behind, nil)
	l.beside.Go(func() { a.prepare(l.ctx, r.Application.ID) }) // asks the network, which nobody has to wait for
}

// place takes what the gateway says of guilds, channels and roles, and gives
// the channels in which something was missed, each with its newest message, and
// those that were there before and may be no more.
func (a *Account) place(kind string, data json.RawMessage) (behind map[string]string, missing []wire.Channel) {
	switch kind {
	case "GUILD_CREATE":
		var g wire.Guild
		if adapter.DecodeLenient(data, &g) == nil && !g.Unavailable {
			behind, missing = a.places.open(g, a.self().ID)
		}
	case "GUILD_DELETE":
		var g wire.Guild
		if adapter.DecodeLenient(data, &g) == nil && !g.Unavailable {
			a.places.close(g.ID)
		}
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE":
		var c wire.Channel
		if adapter.DecodeLenient(data, &c) == nil && c.ID != "" {
			a.places.setChannel(c)
		}
	case "THREAD_LIST_SYNC":
		a.synced(data)
	case "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE":
		var r struct {
			GuildID string    `json:"guild_id"`
			Role    wire.Role `json:"role"`
			RoleID  string    `json:"role_id"` // of one that was deleted
		}
		if adapter.DecodeLenient(data, &r) == nil {
			a.places.role(r.GuildID, r.Role.ID+r.RoleID, r.Role.Name, r.Role.Permissions)
		}
	case "GUILD_MEMBER_UPDATE": // without the members intent only the account's own
		a.renamed(data)
	}
	return behind, missing
}

// synced takes the threads of channels that have come into view.
func (a *Account) synced(data json.RawMessage) {
	var list struct {
		GuildID string         `json:"guild_id"`
		Threads []wire.Channel `json:"threads"`
	}
	if adapter.DecodeLenient(data, &list) != nil {
		return
	}
	for _, c := range list.Threads {
		c.GuildID = list.GuildID
		a.places.setChannel(c)
	}
}

// renamed takes a member's new nickname and, of the account itself, roles.
func (a *Account) renamed(data json.RawMessage) {
	var m struct {
		wire.Member
		GuildID string `json:"guild_id"`
	}
	if adapter.DecodeLenient(data, &m) != nil || m.User.ID == "" {
		return
	}
	a.names.meet(m.GuildID, m.User, &m.Member)
	if m.User.ID == a.self().ID {
		a.places.setRoles(m.GuildID, m.Roles)
	}
}
