package host

import (
	"context"
	"sync"
)

// A table knows the incarnation of every key in memory. Finding one takes no
// lock; coming and going takes mu, which is rare. Against 256 striped maps a
// sync.Map is about even on two cores: finding one of 10,000 keys at random
// takes 33 ns instead of 26, one key that everybody wants 16 instead of 26. It
// is here because it is less code.
type table struct {
	actors sync.Map // Key → *Self
	mu     sync.Mutex
	left   sync.Cond // somebody left
}

func (t *table) init() { t.left.L = &t.mu }

func (t *table) get(key Key) *Self {
	if s, ok := t.actors.Load(key); ok {
		return s.(*Self)
	}
	return nil
}

// put adds s; the caller holds mu.
func (t *table) put(s *Self) { t.actors.Store(s.key, s) }

// remove takes s out, so that the next message makes a new incarnation.
func (t *table) remove(s *Self) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.actors.CompareAndDelete(s.key, s)
	t.left.Broadcast()
}

// awaitGone waits until s, whose lease is closed, is out of the table.
func (t *table) awaitGone(s *Self) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.get(s.key) == s {
		t.left.Wait()
	}
}

// awaitGoneWithin waits until s is out of the table; false: ctx has ended.
func (t *table) awaitGoneWithin(ctx context.Context, s *Self) bool {
	defer context.AfterFunc(ctx, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.left.Broadcast()
	})()
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.get(s.key) == s {
		if ctx.Err() != nil {
			return false
		}
		t.left.Wait()
	}
	return true
}

// all returns everybody in memory. Who is being spawned is finished first.
func (t *table) all() []*Self {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*Self
	t.actors.Range(func(_, s any) bool {
		all = append(all, s.(*Self))
		return true
	})
	return all
}
