package slack

import "sync"

// seen remembers the newest of many keys. The zero seen remembers none until
// most is set.
type seen struct {
	most int

	mu    sync.Mutex // asked by the lanes of many channels
	keys  map[string]bool
	order []string // a ring once it is full
	old   int
}

func (s *seen) has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys[key]
}

func (s *seen) add(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys == nil {
		s.keys = map[string]bool{}
	}
	switch {
	case key == "" || s.keys[key]:
		return
	case len(s.order) < s.most:
		s.order = append(s.order, key)
	default:
		delete(s.keys, s.order[s.old])
		s.order[s.old] = key
		s.old = (s.old + 1) % s.most
	}
	s.keys[key] = true
}
