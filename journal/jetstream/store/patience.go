package store

import (
	"context"
	"sync"
	"time"
)

// A patience is a limit in time that many writes share. To give each a context
// of its own took a quarter of what an append allocates.
type patience struct {
	mu    sync.Mutex
	limit context.Context
	fresh time.Time // until when limit is given out
}

// renewed is how often a new limit begins, as a part of Config.Within: a write
// waits that much longer at most.
const renewed = 8

// Patient returns a context that ends with Close, or after Config.Within and at
// most an eighth.
func (s *Store) Patient() context.Context {
	p := &s.patience
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); !now.Before(p.fresh) {
		slack := s.Within / renewed
		limit, cancel := context.WithTimeout(s.closing, s.Within+slack)
		context.AfterFunc(limit, cancel)
		p.limit, p.fresh = limit, now.Add(slack)
	}
	return p.limit
}
