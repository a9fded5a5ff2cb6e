package discord

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/gateway"
	"familiar/actors/adapter/discord/wire"
)

// Shards implements [adapter.Sharded].
func (a *Account) Shards() adapter.Shards { return a.shards.stand() }

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
	if a.config.Shards == 0 {
		a.shards.end(adapter.ErrReshard)
	}
}

// planFresh is how long what Discord said is taken for true where several shards ask.
const planFresh = 5 * time.Second

// recentPlan is plan for shards that begin at the same time.
func (a *Account) recentPlan(ctx context.Context) (gateway.Plan, error) {
	if p, fresh := a.shards.recentPlan(); fresh {
		return p, nil
	}
	return a.plan(ctx)
}

// plan asks Discord how to connect.
func (a *Account) plan(ctx context.Context) (p gateway.Plan, err error) {
	if err := a.rest.Call(ctx, "GET", discordgo.EndpointGatewayBot, discordgo.EndpointGatewayBot, nil, &p); err != nil {
		return p, fmt.Errorf("ask for the gateway: %w", err)
	}
	a.shards.follow(p, gateway.Number(cmp.Or(a.config.Shards, p.Shards)))
	return p, nil
}

// shards is how many connections Discord wants of an account, and how those here stand.
type shards struct {
	mu      sync.Mutex
	plan    gateway.Plan // as Discord said last how to connect
	number  int          // there are to be; 0: nobody has said
	planned time.Time    // when it said so
	up      map[int]bool // by shard: it is connected here
	current map[int]bool // by shard: the gateway has told, or will, what has changed since it told of a guild

	stop context.CancelCauseFunc // ends the Listen that is under way; nil: none is
}

func newShards() shards { return shards{up: map[int]bool{}, current: map[int]bool{}} }

// follow notes what Discord says.
func (s *shards) follow(p gateway.Plan, number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plan, s.number, s.planned = p, number, time.Now()
}

// recentPlan returns what Discord said last; false: it was too long ago.
func (s *shards) recentPlan() (p gateway.Plan, fresh bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.plan, !s.planned.IsZero() && time.Since(s.planned) < planFresh
}

// of returns how many there are to be.
func (s *shards) of() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.number
}

// stand returns how they stand.
func (s *shards) stand() adapter.Shards {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.planned.IsZero() {
		return adapter.Shards{}
	}
	all := adapter.Shards{Of: s.number, Up: slices.Sorted(maps.Keys(s.up)), Asked: s.planned}
	if start := s.plan.Start; start.Remaining != nil {
		all.Left, all.Total = *start.Remaining, start.Total
		all.Resets = s.planned.Add(time.Duration(start.ResetAfter) * time.Millisecond)
	}
	return all
}

// noteUp notes whether one is connected here.
func (s *shards) noteUp(shard int, up bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if up {
		s.up[shard] = true
	} else {
		delete(s.up, shard)
		delete(s.current, shard)
	}
}

// noteCurrent notes that the gateway has told all that one has missed.
func (s *shards) noteCurrent(shard int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current[shard] = true
}

// hasCurrent reports whether the gateway would have told what has changed in a guild.
func (s *shards) hasCurrent(guild string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.number > 0 && s.current[wire.ShardOf(guild, s.number)]
}

// mayEnd notes how the Listen that is under way is ended; nil: it is over.
func (s *shards) mayEnd(stop context.CancelCauseFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop = stop
}

// end ends it, if one is.
func (s *shards) end(why error) {
	s.mu.Lock()
	stop := s.stop
	s.mu.Unlock()
	if stop != nil {
		stop(why)
	}
}

// leave forgets the guilds that are given to another process, and their channels.
func (p *places) leave(which func(guild string) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.servers, func(guild string, _ *server) bool { return which(guild) })
	maps.DeleteFunc(p.newest, func(guild, _ string) bool { return guild != "" && which(guild) })
	maps.DeleteFunc(p.places, func(_ string, at *place) bool { return at.guild != "" && which(at.guild) })
}
