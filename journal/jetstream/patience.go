package jetstream

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

// patient gives a context that ends with Close, or after Config.Within and at
// most an eighth.
func (j *Journal) patient() context.Context {
	p := &j.patience
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); !now.Before(p.fresh) {
		slack := j.config.Within / renewed
		limit, cancel := context.WithTimeout(j.closing, j.config.Within+slack)
		context.AfterFunc(limit, cancel)
		p.limit, p.fresh = limit, now.Add(slack)
	}
	return p.limit
}
