// Package sharing gives this process its share of a deployment: it claims the partitions,
// accounts and shards of accounts that it should have, has work done for each as long as
// it holds the key, and gives up what should be somebody else's.
//
//	sharing.go  what is to be had, and when
//	one.go      one key, from its claim to its release
//	measured.go what an operator sees of it
//
// It doesn't know what a partition, an account or a shard is. cluster/placement says who
// should have what, cluster/membership who has it.
package sharing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"familiar/cluster/membership"
	"familiar/cluster/placement"
	"familiar/telemetry"
)

// Why work ends: the cause of its context.
var (
	ErrMoved = errors.New("it is given to another process, or this one stops") // what is begun is finished, and soon
	ErrLost  = errors.New("another process may have it")                       // nothing more is done

	errStops = fmt.Errorf("this process stops: %w", ErrMoved)
)

// Work is done for a key as long as this process has it. It returns soon after ctx
// ends, whose cause is [ErrMoved] or [ErrLost], or with an error if it can't go on:
// then the key is given up, and claimed again after a pause if nobody else takes it.
// held fails at the moment from which another process may have the key.
type Work func(ctx context.Context, held func() error) error

// Options is what a [Sharer] works with. All but Telemetry are needed.
type Options struct {
	Membership *membership.Membership
	Partitions int
	Accounts   func() []string           // by the names they have all over the deployment; may change
	Shards     func() []membership.Shard // of these accounts, without the first ones; may change

	Partition func(k int) Work
	Account   func(name string) Work
	Shard     func(membership.Shard) Work

	Telemetry *telemetry.Telemetry // nil: none
	Log       *slog.Logger
}

// A Sharer gives this process its share. Make it with [New], then call [Sharer.Run].
type Sharer struct {
	Options
	moved chan struct{} // has room for one: a key's work has ended

	mu    sync.Mutex // keys end in goroutines of their own
	mine  map[placement.Key]*one
	rests map[placement.Key]time.Time // no claim before; after work that failed
	seen  seen
}

// A task is what there is to do for a key.
type task struct {
	share string // partition, account or shard
	which telemetry.Attr
	work  Work
}

// The shares of a deployment, as they are counted.
const (
	aPartition = "partition"
	anAccount  = "account"
	aShard     = "shard"
)

// New returns a Sharer that has nothing yet.
func New(o Options) *Sharer {
	s := &Sharer{Options: o, moved: make(chan struct{}, 1), mine: map[placement.Key]*one{}, rests: map[placement.Key]time.Time{}}
	s.measure()
	return s
}

// How often it is looked whether there is something to do though nobody said so: an
// account more in the configuration, a pause that is over.
const lookEvery = 500 * time.Millisecond

// drainTold is how long it may take to say that this process wants nothing more.
const drainTold = 2 * time.Second

// restAfter is the pause before a key is claimed again whose work failed.
const restAfter = 2 * time.Second

// Run works until ctx ends; then it drains: it ends all work, gives all keys up and
// returns.
func (s *Sharer) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		view, changed := s.Membership.Look()
		s.look(view)
		select {
		case <-ctx.Done():
		case <-changed:
		case <-s.moved:
		case <-tick.C:
		}
	}
	telling, cancel := context.WithTimeout(context.Background(), drainTold)
	defer cancel()
	if err := s.Membership.Drain(telling); err != nil {
		s.Log.Debug("the others are not told that this process stops, and see it when it is gone", "err", err)
	}
	for _, o := range s.all() {
		o.leave(errStops)
	}
	for _, o := range s.all() {
		<-o.over
	}
}

func (s *Sharer) all() []*one {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.mine))
}

// look begins and ends what the view asks for.
func (s *Sharer) look(view membership.View) {
	members := working(view.Members)
	partitions, accounts, shards := map[placement.Key]task{}, map[placement.Key]task{}, map[placement.Key]task{}
	for k := range s.Partitions {
		partitions[membership.Partition(k)] = task{aPartition, telemetry.Partition.String(strconv.Itoa(k)), s.Partition(k)}
	}
	for _, name := range s.Accounts() {
		accounts[membership.Account(name)] = task{anAccount, telemetry.Account.String(name), s.Account(name)}
	}
	for _, one := range s.Shards() {
		shards[one.Key()] = task{aShard, telemetry.Account.String(one.Account), s.Shard(one)}
	}
	now := see(view.Members, members)
	s.move(members, partitions, view, placement.Balanced, now)
	s.move(members, accounts, view, placement.Sticky, now)
	s.move(members, shards, view, placement.Balanced, now) // a session that is kept moves in no time
	s.saw(now)
	for _, o := range s.all() {
		if partitions[o.key].work == nil && accounts[o.key].work == nil && shards[o.key].work == nil { // the configuration has it no more
			o.leave(ErrMoved)
		}
	}
}

// move takes every step that is this process's to take now, and counts what is where.
func (s *Sharer) move(members []placement.Member, tasks map[placement.Key]task, view membership.View,
	place func([]placement.Member, []placement.Key, placement.Places) placement.Places, counted seen,
) {
	keys := slices.Collect(maps.Keys(tasks))
	self, now := s.Membership.ID(), s.withMine(keys, view.Holders)
	wanted := place(members, keys, now)
	counted.count(self, tasks, view.Holders, wanted)
	for range keys {
		step := placement.Next(self, members, keys, now, wanted)
		switch step.Do {
		case placement.Claim:
			s.begin(step.Key, tasks[step.Key], view.Left[step.Key])
			now[step.Key] = self
		case placement.Release:
			s.end(step.Key)
			return
		default:
			return
		}
	}
}

// withMine returns who has which key, what this process claims at the moment, and what
// it doesn't claim yet after work that failed, among that.
func (s *Sharer) withMine(keys []placement.Key, holders placement.Places) placement.Places {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := make(placement.Places, len(keys))
	for _, key := range keys {
		switch rests, is := s.rests[key]; {
		case s.mine[key] != nil:
			now[key] = s.Membership.ID()
		case is && time.Now().Before(rests) && holders[key] == "":
			now[key] = s.Membership.ID() // as if: somebody else may take it meanwhile
		default:
			delete(s.rests, key)
			if holder := holders[key]; holder != s.Membership.ID() { // else it is given up, and not yet seen to be
				now[key] = holder
			}
		}
	}
	return now
}

// working returns the members with those that should have nothing as if they drained:
// whose program writes a form of the store, or of states, that another's can't read.
// They wait until all of the older ones are gone, which can be started again until
// then.
func working(all []membership.Member) []placement.Member {
	var oldest *membership.Member
	for i, m := range all {
		if !m.Draining && (oldest == nil || older(m, *oldest)) {
			oldest = &all[i]
		}
	}
	members := make([]placement.Member, len(all))
	for i, m := range all {
		members[i] = placement.Member{ID: m.ID, Draining: m.Draining || older(*oldest, m)}
	}
	return members
}

// older reports whether a member can't read what another one writes.
func older(a, b membership.Member) bool {
	return a.StoreFormat < b.StoreFormat || a.StateVersion < b.StateVersion
}
