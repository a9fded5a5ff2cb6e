package host

import (
	"context"
	"hash/maphash"
	"sync"
)

// A table knows the incarnation of every key in memory. Its actors themselves are
// its entries, so that one takes 16 to 24 bytes in it, where a sync.Map takes 140. To
// find one locks a stripe of it, which others seldom want at that moment; coming and
// going takes mu besides, which is rare.
type table struct {
	seed    maphash.Seed
	stripes [64]stripe
	mu      sync.Mutex
	left    sync.Cond // somebody left
}

// A stripe is the part of a table that has the actors of some hashes.
type stripe struct {
	mu     sync.RWMutex
	chains []*Self // by hash, each linked by Self.chain
	count  int
	_      [64]byte // who looks into the next one writes there
}

func (t *table) init() { t.seed, t.left.L = maphash.MakeSeed(), &t.mu }

// stripe returns where actors of that id are, and their hash there.
func (t *table) stripe(id string) (*stripe, uint64) {
	h := maphash.String(t.seed, id)
	return &t.stripes[h%uint64(len(t.stripes))], h / uint64(len(t.stripes))
}

func (t *table) get(key Key) *Self {
	st, h := t.stripe(key.ID)
	st.mu.RLock()
	defer st.mu.RUnlock()
	if len(st.chains) == 0 {
		return nil
	}
	s := st.chains[h%uint64(len(st.chains))]
	for s != nil && (s.id != key.ID || s.kind.name != key.Kind) {
		s = s.chain
	}
	return s
}

// put adds s; the caller holds mu.
func (t *table) put(s *Self) {
	st, h := t.stripe(s.id)
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.count == len(st.chains) {
		was := st.all(nil)
		st.chains = make([]*Self, max(4, 2*len(st.chains)))
		for _, s := range was {
			_, h := t.stripe(s.id)
			st.link(s, h)
		}
	}
	st.link(s, h)
	st.count++
}

func (st *stripe) link(s *Self, h uint64) {
	first := &st.chains[h%uint64(len(st.chains))]
	s.chain, *first = *first, s
}

// all appends those of the stripe. Its lock is held.
func (st *stripe) all(to []*Self) []*Self {
	for _, s := range st.chains {
		for ; s != nil; s = s.chain {
			to = append(to, s)
		}
	}
	return to
}

// remove takes s out, so that the next message makes a new incarnation.
func (t *table) remove(s *Self) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.unlink(s)
	t.left.Broadcast()
}

// unlink takes s out of its stripe.
func (t *table) unlink(s *Self) {
	st, h := t.stripe(s.id)
	st.mu.Lock()
	defer st.mu.Unlock()
	at := &st.chains[h%uint64(len(st.chains))]
	for *at != s {
		at = &(*at).chain
	}
	*at, s.chain = s.chain, nil
	st.count--
}

// awaitGone waits until s is out of the table; false: ctx has ended.
func (t *table) awaitGone(ctx context.Context, s *Self) bool {
	defer context.AfterFunc(ctx, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.left.Broadcast()
	})()
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.get(s.Key()) == s {
		if ctx.Err() != nil {
			return false
		}
		t.left.Wait()
	}
	return true
}

// all returns everybody in memory. Who is being spawned is finished first.
func (t *table) all() (all []*Self) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.stripes {
		st := &t.stripes[i]
		st.mu.RLock()
		all = st.all(all)
		st.mu.RUnlock()
	}
	return all
}
