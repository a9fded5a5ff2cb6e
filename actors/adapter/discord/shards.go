package discord

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/gateway"
	"familiar/actors/adapter/discord/wire"
)

// Shards implements [adapter.Sharded].
func (a *Account) Shards() adapter.Shards {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.planned.at.IsZero() {
		return adapter.Shards{}
	}
	s := adapter.Shards{Of: a.planned.shards, Up: slices.Sorted(maps.Keys(a.up)), Asked: a.planned.at}
	if start := a.planned.plan.Start; start.Remaining != nil {
		s.Left, s.Total = *start.Remaining, start.Total
		s.Resets = a.planned.at.Add(time.Duration(start.ResetAfter) * time.Millisecond)
	}
	return s
}

// ListenShard implements [adapter.Sharded]: it is Listen for one shard that isn't the
// first, with [Config.Divided].
func (a *Account) ListenShard(ctx context.Context, shard, of int, hear adapter.Hear) error {
	err := a.listenShard(ctx, shard, of, hear)
	if err == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("discord: shard %d of %d: %w", shard, of, err)
}

func (a *Account) listenShard(ctx context.Context, shard, of int, hear adapter.Hear) error {
	if err := a.known(ctx); err != nil {
		return err
	}
	p, err := a.recentPlan(ctx)
	if err != nil {
		return err
	}
	c := a.connecting()
	c.Mine, c.Ask = []int{shard}, a.recentPlan
	if c.Shards != of { // the configuration of the process that has the first shard counts
		c.Shards = 0
	}
	p.Shards = of
	g := gateway.New(c)
	if err := g.Follow(p); err != nil {
		return err
	}
	defer a.leaveShard(shard, of)
	return a.read(ctx, g, hear, func(context.CancelCauseFunc) {})
}

// leaveShard forgets what another process may know better when the shard comes back.
func (a *Account) leaveShard(shard, of int) {
	a.recalling.Lock()
	defer a.recalling.Unlock()
	a.recalled = false
	a.places.leave(func(guild string) bool { return wire.ShardOf(guild, of) == shard })
}

// Reshard implements [adapter.Sharded]. What the configuration says doesn't change.
func (a *Account) Reshard() {
	a.mu.Lock()
	replan := a.replan
	a.mu.Unlock()
	if replan != nil && a.config.Shards == 0 {
		replan(adapter.ErrReshard)
	}
}

// mayReplan notes how the Listen that is under way is ended; nil: it is over.
func (a *Account) mayReplan(stop context.CancelCauseFunc) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.replan = stop
}

// noteUp notes whether a shard is connected here.
func (a *Account) noteUp(shard int, up bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if up {
		a.up[shard] = true
	} else {
		delete(a.up, shard)
		delete(a.current, shard)
	}
}

// planned is what Discord said last of how to connect.
type planned struct {
	plan   gateway.Plan
	shards int // there are to be
	at     time.Time
}

// planFresh is how long what Discord said is taken for true where several shards ask.
const planFresh = 5 * time.Second

// recentPlan is plan for shards that begin at the same time.
func (a *Account) recentPlan(ctx context.Context) (gateway.Plan, error) {
	a.mu.Lock()
	last := a.planned
	a.mu.Unlock()
	if !last.at.IsZero() && time.Since(last.at) < planFresh {
		return last.plan, nil
	}
	return a.plan(ctx)
}

// plan asks Discord how to connect.
func (a *Account) plan(ctx context.Context) (p gateway.Plan, err error) {
	if err := a.rest.Call(ctx, "GET", discordgo.EndpointGatewayBot, discordgo.EndpointGatewayBot, nil, &p); err != nil {
		return p, fmt.Errorf("ask for the gateway: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.planned = planned{p, gateway.Number(cmp.Or(a.config.Shards, p.Shards)), time.Now()}
	return p, nil
}

// leave forgets the guilds that are given to another process, and their channels.
func (p *places) leave(which func(guild string) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.servers, func(guild string, _ *server) bool { return which(guild) })
	maps.DeleteFunc(p.newest, func(guild, _ string) bool { return guild != "" && which(guild) })
	maps.DeleteFunc(p.places, func(_ string, at *place) bool { return at.guild != "" && which(at.guild) })
}
