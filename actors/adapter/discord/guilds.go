package discord

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
)

// acquaint asks for a guild that isn't known: of a session that another process
// began, the gateway tells no guild again. It reports whether that was before ctx
// ended.
func (a *Account) acquaint(ctx context.Context, guild string) bool {
	if guild == "" || a.places.knows(guild) {
		return true
	}
	turn := a.turns.at(guild)
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
	case <-ctx.Done():
		return false
	}
	if a.places.knows(guild) {
		return true
	}
	ask := a.backoff()
	ask.Failed = func(err error, pause time.Duration) {
		a.log.Warn("server not known", "server", guild, "err", err, "retry_in", pause)
	}
	changes := a.places.changed(guild)
	var g wire.Guild
	err := ask.Until(ctx, func() (err error) {
		g, err = a.guild(ctx, guild)
		return err
	})
	if err != nil && !errors.Is(err, adapter.ErrGone) { // one that is hidden from us has no roles and no names
		return false
	}
	g.ID = guild
	a.places.acquaint(g, a.self().ID, changes)
	return true
}

// guild asks for what GUILD_CREATE says of a guild. Threads are asked for as
// somebody writes there.
func (a *Account) guild(ctx context.Context, id string) (g wire.Guild, err error) {
	me := a.self().ID
	var own wire.Member
	for _, ask := range []struct {
		address string
		answer  any
	}{
		{discordgo.EndpointGuild(id) + "?with_counts=true", &g},
		{discordgo.EndpointGuildMember(id, me), &own},
		{discordgo.EndpointGuildChannels(id), &g.Channels},
	} {
		bucket, _, _ := strings.Cut(ask.address, "?")
		if err := a.rest.Patiently(ctx, "GET", ask.address, bucket, nil, ask.answer); err != nil {
			return wire.Guild{}, err
		}
	}
	own.User.ID = me
	g.MemberCount, g.Members = g.About, []wire.Member{own}
	return g, nil
}

// turns have each guild be asked for by one at a time.
type turns struct {
	mu sync.Mutex
	by map[string]chan struct{} // by guild; nil: none was asked for
}

// at returns who is asking for a guild: the channel holds one.
func (t *turns) at(guild string) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.by == nil {
		t.by = map[string]chan struct{}{}
	}
	if t.by[guild] == nil {
		t.by[guild] = make(chan struct{}, 1)
	}
	return t.by[guild]
}

// knows reports whether a guild is known.
func (p *places) knows(guild string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.servers[guild] != nil
}

// acquaint takes a guild that was asked for, unless the gateway has told of it
// meanwhile. Of its channels nothing later than what an earlier process heard in
// the guild counts as heard: the session may still bring it. What it says of rights
// counts if none have changed since it was asked for, when there were so many changes.
func (p *places) acquaint(g wire.Guild, me string, changes uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.servers[g.ID] != nil {
		return
	}
	since := p.newest[g.ID]
	s := newServer(g, me, since)
	p.servers[g.ID] = s
	current := p.changes[g.ID] == changes
	if !current {
		s.everyone = ""
	}
	for _, c := range g.Channels {
		c.GuildID = g.ID
		if !current {
			c.Overwrites = nil
		}
		if p.places[c.ID] == nil && since != "" && wire.Older(since, c.LastMessageID) {
			c.LastMessageID = since
		}
		if wire.Older(s.newest, c.LastMessageID) {
			s.newest = c.LastMessageID
		}
		p.setChannelLocked(c)
	}
}
