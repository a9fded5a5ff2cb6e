package app

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/cluster/verbs"
	"familiar/messages"
	"familiar/telemetry"
)

// A Shard is one of the connections that divide an account's network among them. The
// first, 0, goes with the account; each of the others may be any process's.
type Shard struct {
	Account    messages.AccountID
	Number, Of int
}

// mostShards bounds how many shards another process may say that an account has.
const mostShards = 1024

// AccountShards is how the shards of one account stand in all processes.
type AccountShards struct {
	Account     messages.AccountID
	Up, Of      int           // connected, of all there are
	Left, Total int           // sessions that may be begun until there are Total again; 0: there is no such limit
	Resets      time.Duration // until then
}

// String says how they stand, without the account's name.
func (s AccountShards) String() string {
	says := fmt.Sprintf("%d of %d shards are up", s.Up, s.Of)
	if s.Total > 0 {
		says += fmt.Sprintf(", %d of %d sessions are left for the next %v", s.Left, s.Total, s.Resets.Round(time.Minute))
	}
	return says
}

// AskShards asks a process how the shards of accounts stand. It is an operator who asks.
var AskShards = verbs.Ask[struct{}, []AccountShards]{Name: "all-shards", AtOnce: gathersAtOnce}

// shardsTold is how the shards of an account stand at one process.
type shardsTold struct {
	Account     messages.AccountID
	Of          int   // by who has the account
	Up          []int // connected there
	Left, Total int
	Resets      time.Duration // from now on: two machines' clocks are never compared
	Age         time.Duration // since the network said so
}

// shards is what is known of them.
type shards struct {
	mu   sync.Mutex
	of   map[messages.AccountID]int                    // as was known last
	told map[messages.AccountID]map[string]heardShards // by process, what it told
}

// heardShards is what one process told.
type heardShards struct {
	adapter.Shards
	at time.Time
}

// sharded returns the adapter of an account whose network is divided; false: it isn't.
func (a *App) sharded(id messages.AccountID) (adapter.Sharded, bool) {
	c, _ := a.holdings.connection(id) // without one there is no adapter
	sharded, is := c.Adapter.(adapter.Sharded)
	return sharded, is
}

// shardsHere returns how the shards of an account stand here; false: it has none.
func (a *App) shardsHere(id messages.AccountID) (here adapter.Shards, is bool) {
	sharded, is := a.sharded(id)
	if !is {
		return adapter.Shards{}, false
	}
	return sharded.Shards(), true
}

// number returns how many shards an account has: as its own process knows that has it,
// or told last. 0: nobody has said.
func (a *App) number(id messages.AccountID) int {
	a.shards.mu.Lock()
	defer a.shards.mu.Unlock()
	here, is := a.shardsHere(id)
	if !is {
		return 0
	}
	if here.Of > 0 && a.has(id) {
		a.shards.know(id, here.Of)
	}
	return a.shards.of[id]
}

// has reports whether an account is this process's.
func (a *App) has(id messages.AccountID) bool { return a.Sharing == nil || !a.holdings.isElsewhere(id) }

// know notes how many there are. The lock is held.
func (s *shards) know(id messages.AccountID, of int) {
	if s.of == nil {
		s.of = map[messages.AccountID]int{}
	}
	s.of[id] = of
}

// shardsToShare returns the shards that processes have beside their accounts.
func (a *App) shardsToShare() (all []Shard) {
	for _, id := range a.holdings.all() {
		of := a.number(id)
		for n := 1; n < of; n++ {
			all = append(all, Shard{id, n, of})
		}
	}
	return all
}

// ownShard has a shard listen here until ctx ends, as the configuration in force says.
// What it hears late is written all the same, as of accounts.
func (a *App) ownShard(ctx context.Context, s Shard, _ func() error) error {
	telemetry.Held(ctx).Live()
	for ctx.Err() == nil {
		c, renewed, is := a.holdings.follow(s.Account)
		if !is {
			return nil
		}
		a.listenShard(ctx, s, c, renewed)
	}
	return nil
}

// listenShard has a shard listen until ctx ends or its account has another adapter.
func (a *App) listenShard(ctx context.Context, s Shard, c Connection, renewed <-chan struct{}) {
	listening, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	defer context.AfterFunc(ctx, func() { stop(a.accounts.WhyGone(s.Account)) })()
	go func() { // ends with listening
		for is := true; is; {
			select {
			case <-renewed:
			case <-listening.Done():
				return
			}
			var now Connection
			now, renewed, is = a.holdings.follow(s.Account)
			is = is && now.Adapter == c.Adapter
		}
		stop(a.accounts.WhyGone(s.Account))
	}()
	a.accounts.ListenShard(listening, c, s.Number, s.Of, func() {
		a.reshard(s.Account)
		tellAccount(a, s.Account, tellReshard, s.Account)
	})
}

// reshard has an account that is here find out how many shards its network wants.
func (a *App) reshard(id messages.AccountID) {
	if sharded, is := a.sharded(id); is && a.has(id) {
		sharded.Reshard()
	}
}

// tellShards tells everybody how the shards here stand.
func (a *App) tellShards() {
	var all []shardsTold
	for _, id := range a.holdings.all() {
		if here, is := a.shardsHere(id); is && here.Of > 0 {
			now := time.Now()
			all = append(all, shardsTold{
				Account: id, Of: here.Of, Up: here.Up,
				Left: here.Left, Total: here.Total, Resets: here.Resets.Sub(now), Age: now.Sub(here.Asked),
			})
		}
	}
	if len(all) > 0 {
		tellAll(a, tellShards, all)
	}
}

// hearShards takes how the shards of accounts stand at another process.
func (a *App) hearShards(from string, all []shardsTold) {
	now := time.Now()
	for _, told := range all {
		if told.Of < 1 || told.Of > mostShards || len(told.Up) > mostShards {
			continue
		}
		if _, is := a.shardsHere(told.Account); !is {
			continue
		}
		a.shards.hear(from, told, now, a.Sharing.HasAccount(from, told.Account))
	}
}

// hear notes what a process tells; decides: how many there are is its word.
func (s *shards) hear(from string, told shardsTold, now time.Time, decides bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if decides {
		s.know(told.Account, told.Of)
	}
	if s.told == nil {
		s.told = map[messages.AccountID]map[string]heardShards{}
	}
	if s.told[told.Account] == nil {
		s.told[told.Account] = map[string]heardShards{}
	}
	maps.DeleteFunc(s.told[told.Account], func(_ string, h heardShards) bool { return now.Sub(h.at) > standsFor })
	s.told[told.Account][from] = heardShards{adapter.Shards{
		Of: told.Of, Up: told.Up, Left: told.Left, Total: told.Total, Resets: now.Add(told.Resets), Asked: now.Add(-max(0, told.Age)),
	}, now}
}

// ofOthers returns what processes told of an account lately, by process.
func (s *shards) ofOthers(id messages.AccountID, now time.Time) map[string]heardShards {
	s.mu.Lock()
	defer s.mu.Unlock()
	lately := maps.Clone(s.told[id])
	maps.DeleteFunc(lately, func(_ string, h heardShards) bool { return now.Sub(h.at) > standsFor })
	return lately
}

// shardsOf returns how the shards of an account stand everywhere; false: it has none, or
// nobody has said yet how many.
func (a *App) shardsOf(id messages.AccountID) (stand AccountShards, is bool) {
	here, is := a.shardsHere(id)
	of := a.number(id)
	if !is || of == 0 {
		return AccountShards{}, false
	}
	now, up, newest := time.Now(), map[int]bool{}, here
	for _, n := range here.Up {
		up[n] = true
	}
	if a.Sharing != nil {
		for process, other := range a.shards.ofOthers(id, now) {
			for _, n := range other.Up {
				if a.hasShard(process, Shard{id, n, of}) {
					up[n] = true
				}
			}
			if other.Asked.After(newest.Asked) {
				newest = other.Shards
			}
		}
	}
	return AccountShards{Account: id, Up: min(len(up), of), Of: of, Left: newest.Left, Total: newest.Total, Resets: max(0, newest.Resets.Sub(now))}, true
}

// hasShard reports whether a process has a shard; the first is its account's.
func (a *App) hasShard(process string, s Shard) bool {
	if s.Number == 0 {
		return a.Sharing.HasAccount(process, s.Account)
	}
	return a.Sharing.HasShard(process, s)
}

// allShards returns how the shards of accounts stand, in order, in all processes, as far
// as this one knows.
func (a *App) allShards() []AccountShards {
	ids := a.holdings.all()
	slices.Sort(ids)
	all := []AccountShards{}
	for _, id := range ids {
		if stand, is := a.shardsOf(id); is {
			all = append(all, stand)
		}
	}
	return all
}

// listens reports whether an account has its network, and all of it where that is
// divided.
func (a *App) listens(id messages.AccountID) bool {
	if !a.presence.Listens(id) {
		return false
	}
	stand, is := a.shardsOf(id)
	return !is || stand.Of == 1 || stand.Up == stand.Of
}
