package membership

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/cluster/placement"
	"familiar/internal/await"
	"familiar/internal/long"
)

// A belief is from when to when a process took a key for its own, on the one clock
// that all processes of a test have.
type belief struct {
	key      Key
	who      string
	from, to time.Time
}

// believed returns a hold's; of one that lasts, until when it is held if nothing
// comes.
func believed(h *Hold) belief {
	h.mu.Lock()
	defer h.mu.Unlock()
	b := belief{h.key, h.m.me.ID, h.begun, h.until}
	if h.why != nil {
		b.to = h.ceased
	}
	return b
}

// overlap returns what was held by two at once; "": nothing.
func overlap(all []belief) string {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b belief) int { return cmp.Or(cmp.Compare(a.key, b.key), a.from.Compare(b.from)) })
	for i := 1; i < len(all); i++ {
		before, after := all[i-1], all[i]
		if before.key == after.key && after.from.Before(before.to) {
			return fmt.Sprintf("%s was %s's for %v when %s had it", after.key, before.who, before.to.Sub(after.from), after.who)
		}
	}
	return ""
}

// TestOverlap: the check of the tests below finds what it is for.
func TestOverlap(t *testing.T) {
	at := time.Now()
	second := func(n int) time.Time { return at.Add(time.Duration(n) * time.Second) }
	fine := []belief{{"a", "x", second(3), second(5)}, {"a", "y", second(0), second(3)}, {"b", "y", second(1), second(9)}}
	if got := overlap(fine); got != "" {
		t.Error(got)
	}
	if overlap(append(fine, belief{"b", "x", second(8), second(10)})) == "" {
		t.Error("two had b, and nobody says so")
	}
}

// TestCutOff: a process whose network goes loses what it has by its own clock, and
// others get it soon after the server's TTL; when the network is back it enters
// again and may claim what is free.
func TestCutOff(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 3} {
		t.Run(fmt.Sprintf("%d servers", n), func(t *testing.T) {
			t.Parallel()
			f := servers(t, n)
			victim, heir := join(t, f, 0, 0), join(t, f, 1%n, 0)
			keys := []Key{Partition(0), Partition(1), Account("irc")}
			var lost []*Hold
			for _, key := range keys {
				lost = append(lost, victim.claim(t, key))
			}
			heir.sees(t, "what the victim has", func(v View) bool { return len(v.Holders) == len(keys) })
			cut := time.Now()
			victim.link.set(dark)
			heir.sees(t, "that all is free", func(v View) bool { return len(v.Holders) == 0 && len(v.Members) == 1 })
			free := time.Since(cut)
			var all []belief
			for i, key := range keys {
				if _, held := lost[i].Held(); held {
					t.Errorf("%s is free, and who was cut off holds it", key)
				}
				all = append(all, believed(heir.claim(t, key)))
			}
			claimed := time.Since(cut)
			for _, h := range lost {
				if !errors.Is(h.Why(), ErrExpired) {
					t.Errorf("%s was lost because of %v", h.key, h.Why())
				}
				b := believed(h)
				all = append(all, b)
				t.Logf("%s was held for %v after the cut, %v before it was free", h.key, b.to.Sub(cut).Round(time.Millisecond), (free - b.to.Sub(cut)).Round(time.Millisecond))
			}
			if got := overlap(all); got != "" {
				t.Error(got)
			}
			most := heir.config.TTL + 2*time.Second
			t.Logf("free %v after the cut, claimed by another after %v; want at most %v", free.Round(time.Millisecond), claimed.Round(time.Millisecond), most)
			if claimed > most+busy {
				t.Errorf("it took %v", claimed)
			}
			victim.link.set(whole)
			heir.sees(t, "the victim again", func(v View) bool { return v.member(victim.ID()) != nil })
			victim.claim(t, Partition(9))
		})
	}
}

// busy is what a machine that does other things may add to a time that is promised.
const busy = 10 * time.Second

// A settler does what placement wants, step by step, until its process leaves.
type settler struct {
	p     *process
	keys  []Key
	holds map[Key]*Hold
	tell  func(*Hold)
}

func (s *settler) run(ctx context.Context) {
	for ctx.Err() == nil {
		v, changed := s.p.Look()
		for key, h := range s.holds {
			if _, held := h.Held(); !held {
				delete(s.holds, key)
			}
		}
		wanted := placement.Balanced(placed(v), s.keys[:8], v.Holders)
		maps.Copy(wanted, placement.Sticky(placed(v), s.keys[8:], v.Holders))
		switch move := placement.Next(s.p.ID(), placed(v), s.keys, v.Holders, wanted); move.Do {
		case placement.Claim:
			if h, err := s.p.Claim(ctx, move.Key); err == nil {
				s.holds[move.Key] = h
				s.tell(h)
			}
		case placement.Release:
			if h := s.holds[move.Key]; h != nil {
				h.Release(ctx) //nolint:errcheck // it expires, then
			}
		case placement.Stay:
		}
		select {
		case <-changed:
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// TestThreeMembersSettle: three processes that do as placement says come to have all
// partitions and accounts evenly; one that drains and leaves, and one that is cut
// off, cost nobody a key for longer than it takes, and no key has two holders.
func TestThreeMembersSettle(t *testing.T) {
	long.Test(t)
	t.Parallel()
	f := servers(t, 3)
	var keys []Key
	for k := range 8 {
		keys = append(keys, Partition(k))
	}
	for _, account := range []string{"discord/1", "slack/T1", "irc", "feishu", "web"} {
		keys = append(keys, Account(account))
	}
	var mu sync.Mutex
	var all []*Hold
	tell := func(h *Hold) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, h)
	}
	var working sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	defer working.Wait()
	defer cancel()
	start := func(i int) *process {
		p := join(t, f, i, 0)
		working.Go(func() { (&settler{p, keys, map[Key]*Hold{}, tell}).run(ctx) })
		return p
	}
	settled := func(by *process, members ...*process) {
		t.Helper()
		began := time.Now()
		by.sees(t, "that all is settled", func(v View) bool {
			if len(v.Holders) != len(keys) {
				return false
			}
			has := map[string]int{}
			for _, m := range members {
				has[m.ID()] = 0
			}
			for _, key := range keys[:8] {
				if _, is := has[v.Holders[key]]; !is {
					return false
				}
				has[v.Holders[key]]++
			}
			counts := slices.Collect(maps.Values(has))
			return slices.Max(counts)-slices.Min(counts) <= 1
		})
		t.Logf("%d members settled within %v", len(members), time.Since(began).Round(time.Millisecond))
	}
	a := start(0)
	settled(a, a)
	b := start(1)
	settled(a, a, b)
	c := start(2)
	settled(b, a, b, c)
	if err := a.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	settled(b, b, c)
	v, _ := b.Look()
	for key, id := range v.Holders {
		if id == a.ID() {
			t.Errorf("%s is still on who drains", key)
		}
	}
	a.Close()
	b.link.set(dark)
	settled(c, c)
	b.link.set(whole)
	settled(c, b, c)
	cancel()
	working.Wait()
	var beliefs []belief
	for _, h := range all {
		beliefs = append(beliefs, believed(h))
	}
	if got := overlap(beliefs); got != "" {
		t.Error(got)
	}
	t.Logf("%d claims", len(beliefs))
}

// TestOneHolder: while four processes claim, release and are cut off, and the leader
// of the bucket goes down under load, no key has two holders by what they believe.
func TestOneHolder(t *testing.T) {
	long.Test(t)
	t.Parallel()
	f := servers(t, 3)
	var members []*process
	for i := range 4 {
		members = append(members, join(t, f, i%3, 2*time.Second)) // so that what is cut off expires soon
	}
	s := &stress{members: members}
	s.run(t, 300, 2)
	leader := f.shutLeader(t, members[0].Membership) // under load
	s.run(t, 300, 2)
	var beliefs []belief
	why := map[string]int{}
	for _, h := range s.all {
		beliefs = append(beliefs, believed(h))
		why[fmt.Sprintf("%.20v", h.Why())]++
	}
	if got := overlap(beliefs); got != "" {
		t.Error(got)
	}
	if why[fmt.Sprintf("%.20v", ErrExpired)] == 0 {
		t.Error("nothing was lost by a cut: the test shows little")
	}
	t.Logf("%d claims, refused %d times; server %s went down; how they ended: %v", len(beliefs), s.refused.Load(), leader, why)
}

// A stress is processes that want the same few keys.
type stress struct {
	members []*process
	refused atomic.Int64
	mu      sync.Mutex
	all     []*Hold
}

// run lets them claim so many times; meanwhile some are cut off, one after the
// other, for as long as it takes them to lose what they hold.
func (s *stress) run(t *testing.T, claims, cuts int) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var working sync.WaitGroup
	before := s.claims()
	for i, p := range s.members {
		for k := range 2 {
			random := rand.New(rand.NewPCG(uint64(i), uint64(k)))
			working.Go(func() {
				for ctx.Err() == nil {
					s.claimOnce(ctx, p, random)
				}
			})
		}
	}
	for i := range cuts {
		p, heir := s.members[i%len(s.members)], s.members[(i+1)%len(s.members)]
		key := Partition(100 + before + i)
		held := s.insist(t, p, key)
		p.link.set(dark)
		s.insist(t, heir, key) // from the moment on in which it is free
		await.Value(t, "that who is cut off loses what it has", held.Lost())
		p.link.set(whole)
	}
	await.Until(t, "many claims", func() bool { return s.claims() >= before+claims })
	cancel()
	working.Wait()
}

func (s *stress) claims() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

// insist claims a key until the process has it.
func (s *stress) insist(t *testing.T, p *process, key Key) (h *Hold) {
	t.Helper()
	await.Until(t, "a claim of "+string(key), func() bool {
		var err error
		h, err = p.Claim(t.Context(), key)
		return err == nil
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, h)
	return h
}

// claimOnce claims one of a few keys and gives it up again.
func (s *stress) claimOnce(ctx context.Context, p *process, random *rand.Rand) {
	h, err := p.Claim(ctx, Partition(random.IntN(5)))
	if err != nil {
		s.refused.Add(1)
		wait(ctx, time.Duration(random.IntN(10))*time.Millisecond)
		return
	}
	s.mu.Lock()
	s.all = append(s.all, h)
	s.mu.Unlock()
	wait(ctx, time.Duration(random.IntN(30))*time.Millisecond)
	if p.link.is() != whole || random.IntN(20) == 0 { // it goes on as long as it believes
		keeping, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		for _, held := h.Held(); held && (p.link.is() != whole || keeping.Err() == nil) && ctx.Err() == nil; _, held = h.Held() {
			wait(ctx, pauseMin)
		}
	}
	if random.IntN(5) > 0 {
		h.Release(ctx) //nolint:errcheck // it expires, then
	} else {
		h.end(ErrReleased) // and nobody waits
	}
}

// leader returns the name of the server that leads the bucket's stream.
func leader(t *testing.T, m *Membership) (name string) {
	t.Helper()
	stream, err := m.js.Stream(t.Context(), m.bucket.stream())
	if err != nil {
		t.Fatal(err)
	}
	await.Until(t, "a leader of the bucket", func() bool {
		info, err := stream.Info(t.Context())
		if err == nil && info.Cluster != nil {
			name = info.Cluster.Leader
		}
		return name != ""
	})
	return name
}

// shutLeader shuts down the server that leads the bucket's stream, while others go
// on, and returns its name.
func (f fleet) shutLeader(t *testing.T, m *Membership) string {
	t.Helper()
	name := leader(t, m)
	for _, server := range f {
		if strings.EqualFold(server.Name(), name) {
			go shut(server)
		}
	}
	return name
}

// lostAfter waits until each key was renewed by a later leader, or is lost and heir
// has it.
func lostAfter(t *testing.T, heir *process, holds []*Hold, down time.Time) (lost int, beliefs []belief) {
	t.Helper()
	for _, h := range holds {
		await.Until(t, "a renewal by the next leader, or a loss", func() bool {
			h.mu.Lock()
			defer h.mu.Unlock()
			return h.renewed.After(down.Add(50*time.Millisecond)) || h.why != nil // what was under way may be the former leader's
		})
		if h.Why() != nil {
			lost++
			beliefs = append(beliefs, believed((&stress{}).insist(t, heir, h.key)))
		}
		beliefs = append(beliefs, believed(h))
	}
	return lost, beliefs
}

// TestLeaderGoesDown: the server that leads the bucket is shut down; what is held is
// renewed by the next leader, or lost, but never by one and held by two.
func TestLeaderGoesDown(t *testing.T) {
	long.Test(t)
	t.Parallel()
	f := servers(t, 3)
	var members []*process
	var holds []*Hold
	for i := range 3 {
		members = append(members, join(t, f, i, 0))
		for k := range 4 {
			holds = append(holds, members[i].claim(t, Partition(10*i+k)))
		}
	}
	name := f.shutLeader(t, members[0].Membership)
	down := time.Now()
	lost, beliefs := lostAfter(t, members[0], holds, down)
	if got := overlap(beliefs); got != "" {
		t.Error(got)
	}
	t.Logf("%s went down: %d of %d keys were lost; all renewed or claimed anew after %v", name, lost, len(holds), time.Since(down).Round(10*time.Millisecond))
}

// TestExpiresWhileReaching: who is cut off knows in time that a key is lost, also while
// the client reaches for a server that doesn't answer, and lets nobody write.
func TestExpiresWhileReaching(t *testing.T) {
	t.Parallel()
	f := servers(t, 1)
	p := join(t, f, 0, 0)
	h := p.claim(t, Partition(1))
	p.link.set(hanging)
	select {
	case <-h.Lost():
	case <-time.After(await.Patience):
		t.Fatal("it is never lost")
	}
	until, held := h.Held()
	if late := time.Since(until); held || late > time.Second || !errors.Is(h.Why(), ErrExpired) {
		t.Errorf("lost %v after its time was over, held: %v, why: %v", late, held, h.Why())
	}
}

// placed returns the members as cluster/placement wants them.
func placed(v View) []placement.Member {
	members := make([]placement.Member, len(v.Members))
	for i, m := range v.Members {
		members[i] = placement.Member{ID: m.ID, Draining: m.Draining}
	}
	return members
}
