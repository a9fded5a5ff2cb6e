package adapter

import (
	"maps"
	"sync"
)

// A Recent remembers the newest of what it is given: at least a number of
// entries, and at most twice as many. What is asked for counts as new. It is
// safe for use at the same time.
type Recent[K comparable, V any] struct {
	mu       sync.Mutex // the lanes of many channels ask at once
	least    int
	now, old map[K]V
}

// NewRecent makes one that remembers at least that many.
func NewRecent[K comparable, V any](least int) *Recent[K, V] {
	return &Recent[K, V]{least: least, now: make(map[K]V)}
}

// Get returns what was put last under a key.
func (r *Recent[K, V]) Get(key K) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, known := r.now[key]
	if !known {
		if v, known = r.old[key]; known {
			r.add(key, v)
		}
	}
	return v, known
}

// Has reports whether something was put under a key.
func (r *Recent[K, V]) Has(key K) bool {
	_, known := r.Get(key)
	return known
}

// Put adds or changes what is remembered under a key.
func (r *Recent[K, V]) Put(key K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(key, v)
}

// All returns a copy of everything remembered.
func (r *Recent[K, V]) All() map[K]V {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make(map[K]V, len(r.now)+len(r.old))
	maps.Copy(all, r.old)
	maps.Copy(all, r.now)
	return all
}

// add puts an entry among the newest. The lock is held.
func (r *Recent[K, V]) add(key K, v V) {
	if _, known := r.now[key]; !known && len(r.now) >= r.least {
		r.now, r.old = make(map[K]V), r.now
	}
	r.now[key] = v
}
