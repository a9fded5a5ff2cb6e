package membership

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"familiar/cluster/placement"
	"familiar/internal/await"
	"familiar/internal/long"
)

// TestTwoMembers: they see each other, one has a key and the other doesn't, and
// what is given back is free at once.
func TestTwoMembers(t *testing.T) {
	t.Parallel()
	f := servers(t, 1)
	a, b := join(t, f, 0, 0), join(t, f, 1, 0)
	both := []string{a.ID(), b.ID()}
	slices.Sort(both)
	for _, p := range []*process{a, b} {
		p.sees(t, "two members", func(v View) bool {
			return len(v.Members) == 2 && v.Members[0].ID == both[0] && v.Members[1].ID == both[1]
		})
	}
	v, _ := a.Look()
	if got := v.member(b.ID()); got.Host != "host-1" || got.PID != 101 || got.Version != "v1" || got.StoreFormat != 2 || got.StateVersion != 9 || got.Started.Second() != 1 || got.Draining {
		t.Errorf("a is told %+v of b", *got)
	}

	key := Account("discord/aria bot")
	h := a.claim(t, key)
	if until, held := h.Held(); !held || time.Until(until) > a.config.TTL-margin || a.holdOf(key) != h {
		t.Errorf("held %v for %v, by the key %v", held, time.Until(until), a.holdOf(key))
	}
	var taken *TakenError
	if _, err := b.Claim(t.Context(), key); !errors.As(err, &taken) || taken.By != a.ID() || taken.Key != key {
		t.Errorf("b's claim of a's key: %v", err)
	}
	if _, err := a.Claim(t.Context(), key); !errors.As(err, &taken) || taken.By != a.ID() {
		t.Errorf("a's second claim of its own key: %v", err)
	}
	b.sees(t, "a's key", func(v View) bool { return maps.Equal(v.Holders, placement.Places{key: a.ID()}) })

	if err := h.Release(t.Context()); err != nil {
		t.Error(err)
	}
	if _, held := h.Held(); held || !errors.Is(h.Why(), ErrReleased) || a.holdOf(key) != nil {
		t.Errorf("after the release: held %v, %v", held, h.Why())
	}
	await.Value(t, "that it is lost", h.Lost())
	again := b.claim(t, key)
	if _, held := again.Held(); !held || b.holdOf(key) != again {
		t.Error("b does not hold what it claimed")
	}
	if err := h.Release(t.Context()); err != nil { // of what is another's by now
		t.Error(err)
	}
	if _, held := again.Held(); !held {
		t.Error("a's second release took b's key")
	}

	if err := b.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.sees(t, "that b drains", func(v View) bool { return v.member(b.ID()).Draining })
	b.Close()
	if !errors.Is(again.Why(), ErrClosed) {
		t.Errorf("lost by Close because of %v", again.Why())
	}
	if _, err := b.Claim(t.Context(), key); !errors.Is(err, ErrClosed) {
		t.Errorf("a claim after Close: %v", err)
	}
	a.sees(t, "that b left, and its key with it", func(v View) bool { return len(v.Members) == 1 && len(v.Holders) == 0 })
	a.claim(t, key)
}

// TestKeptForLong: what is renewed outlives its TTL many times.
func TestKeptForLong(t *testing.T) {
	long.Test(t)
	t.Parallel()
	f := servers(t, 1)
	p := join(t, f, 0, 3*time.Second)
	h := p.claim(t, Partition(3))
	for n := uint64(0); n < 7; { // some 2 TTLs
		h.mu.Lock()
		n = h.n
		h.mu.Unlock()
		if why := h.Why(); why != nil {
			t.Fatalf("lost: %v", why)
		}
		wait(t.Context(), pauseMin)
	}
}

// TestOneOfManyClaims: of several who claim a free key at once one gets it, also
// where the servers refuse a write because another is under way.
func TestOneOfManyClaims(t *testing.T) {
	t.Parallel()
	f := servers(t, 3)
	members := []*process{join(t, f, 0, 0), join(t, f, 1, 0), join(t, f, 2, 0)}
	for k := range 40 {
		got := make(chan *Hold, len(members))
		for _, p := range members {
			go func() {
				h, err := p.Claim(t.Context(), Partition(k))
				var taken *TakenError
				if err != nil && !errors.As(err, &taken) {
					t.Errorf("claim: %v", err)
				}
				got <- h
			}()
		}
		held := 0
		for range members {
			if h := await.Value(t, "an answer to a claim", got); h != nil {
				held++
			}
		}
		if held != 1 {
			t.Fatalf("%d of %d have key %d", held, len(members), k)
		}
	}
}

// TestLostAnswer: a renewal that was taken and whose answer was lost is found in
// the bucket, and the key is not lost.
func TestLostAnswer(t *testing.T) {
	t.Parallel()
	f := servers(t, 1)
	p, other := join(t, f, 0, 12*time.Second), join(t, f, 0, 12*time.Second)
	h := p.claim(t, Partition(0))
	first, err := other.bucket.read(t.Context(), h.key)
	if err != nil {
		t.Fatal(err)
	}
	p.link.set(deaf)
	h.renewNow()
	await.Until(t, "a renewal that nobody hears of", func() bool {
		now, err := other.bucket.read(t.Context(), h.key)
		return err == nil && now.revision > first.revision
	})
	h.mu.Lock()
	known := h.revision
	h.mu.Unlock()
	if known != first.revision {
		t.Fatalf("it knows of revision %d, want %d", known, first.revision)
	}
	p.link.set(whole)
	await.Until(t, "a renewal that is heard of", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.revision > first.revision
	})
	if why := h.Why(); why != nil {
		t.Errorf("it was lost: %v", why)
	}
}

// TestLostClaimAnswer: the same of a claim's first writing.
func TestLostClaimAnswer(t *testing.T) {
	t.Parallel()
	f := servers(t, 1)
	p, other := join(t, f, 0, 12*time.Second), join(t, f, 0, 12*time.Second)
	h := p.newHold(Partition(0), nil)
	_, before, value, err := h.next() // as createOnce does, and hears nothing
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.bucket.write(t.Context(), h.key, value, before); err != nil {
		t.Fatal(err)
	}
	if err := h.create(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, held := h.Held(); !held || h.n != 1 {
		t.Errorf("held %v after %d writings, want 1", held, h.n)
	}
	var taken *TakenError
	if _, err := other.Claim(t.Context(), h.key); !errors.As(err, &taken) {
		t.Errorf("another claims it, too: %v", err)
	}
}

// TestLateAnswer: a renewal counts only if its answer comes while the key is held.
func TestLateAnswer(t *testing.T) {
	t.Parallel()
	p := join(t, servers(t, 1), 0, 0)
	h := p.newHold(Partition(0), nil)
	if err := h.create(t.Context()); err != nil {
		t.Fatal(err)
	}
	n, before, value, err := h.next()
	if err != nil {
		t.Fatal(err)
	}
	revision, err := p.bucket.write(t.Context(), h.key, value, before)
	if err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	h.until = time.Now() // it took so long to come
	h.mu.Unlock()
	if h.taken(n, revision) || !errors.Is(h.Why(), ErrExpired) {
		t.Errorf("it counts: %v", h.Why())
	}
}

// TestBucketRemoved: who finds the bucket gone makes it again and enters again.
func TestBucketRemoved(t *testing.T) {
	t.Parallel()
	f := servers(t, 1)
	a, b := join(t, f, 0, 3*time.Second), join(t, f, 0, 3*time.Second)
	h := a.claim(t, Partition(0))
	if err := a.js.DeleteKeyValue(t.Context(), a.bucket.name); err != nil {
		t.Fatal(err)
	}
	await.Value(t, "that the key is lost", h.Lost())
	for _, p := range []*process{a, b} {
		p.sees(t, "both again", func(v View) bool {
			return len(v.Members) == 2 && v.member(a.ID()) != nil && v.member(b.ID()) != nil && len(v.Holders) == 0
		})
	}
	b.claim(t, Partition(0))
}

// TestLeft: of a key that nobody has it is known who had it, and how it was left.
func TestLeft(t *testing.T) {
	t.Parallel()
	f := servers(t, 1)
	a, b, watcher := join(t, f, 0, 2*time.Second), join(t, f, 0, 2*time.Second), join(t, f, 0, 2*time.Second)
	for k, holder := range []*process{a, a, a, b} {
		holder.claim(t, Partition(k))
	}
	released := a.claim(t, Account("web/aria"))
	left := func(what string, key Key, want Leaving) {
		t.Helper()
		watcher.sees(t, what, func(v View) bool { return v.Left[key] == want })
	}
	if err := released.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	left("released", Account("web/aria"), Leaving{a.ID(), Released})
	b.claim(t, Account("web/aria"))
	left("taken again", Account("web/aria"), Leaving{})
	if err := a.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.holdOf(Partition(0)).Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	left("drained", Partition(0), Leaving{a.ID(), Drained})
	a.Close()
	left("closed", Partition(1), Leaving{a.ID(), Drained})
	b.conn.Close()
	left("cut off", Partition(3), Leaving{b.ID(), Expired})
	left("an account of one cut off", Account("web/aria"), Leaving{b.ID(), Expired})
}

// holdOf returns what a process holds under a key; nil: nothing.
func (m *Membership) holdOf(key Key) *Hold {
	m.mu.Lock()
	defer m.mu.Unlock()
	if h := m.holds[key]; h != nil {
		if _, held := h.Held(); held {
			return h
		}
	}
	return nil
}
