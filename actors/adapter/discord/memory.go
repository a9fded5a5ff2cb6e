package discord

import "sync"

// A memory keeps the newest entries: at least size of them and at most twice
// as many. It is safe for use by many goroutines.
type memory[K comparable, V any] struct {
	mu       sync.Mutex
	size     int
	now, old map[K]V
}

func newMemory[K comparable, V any](size int) *memory[K, V] {
	return &memory[K, V]{size: size, now: make(map[K]V)}
}

func (m *memory[K, V]) get(k K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.now[k]
	if !ok {
		if v, ok = m.old[k]; ok {
			m.add(k, v) // used, hence kept
		}
	}
	return v, ok
}

func (m *memory[K, V]) put(k K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(k, v)
}

// add puts an entry among the newest. The lock is held.
func (m *memory[K, V]) add(k K, v V) {
	if _, known := m.now[k]; !known && len(m.now) >= m.size {
		m.now, m.old = make(map[K]V), m.now
	}
	m.now[k] = v
}
