package access

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"familiar/control/wire"
)

// Slots bound how much is done at once, by all and by each token. So many are
// sure to every token, so many kept for tokens of the scope control, and the
// rest goes to who comes first, up to half of all to one: no token keeps
// another out, and an operator gets in whatever the others do.
type Slots struct {
	what   string // is done in one, in the plural
	Share  int    // what one token may have
	sure   int    // what each is sure of
	common int    // what all may have beyond that together, without the scope control
	kept   int    // and how many more with it

	mu    sync.Mutex     // each request takes and gives from a goroutine of its own
	held  map[string]int // by a token's name
	lent  int            // beyond what is sure
	freed chan struct{}  // closed, and replaced, when one comes back
}

// NewSlots makes so many for so many tokens.
func NewSlots(what string, most, tokens int) *Slots {
	s := &Slots{what: what, Share: (most + 1) / 2, sure: most / 2 / tokens, held: map[string]int{}, freed: make(chan struct{})}
	if most > 1 {
		s.kept = max(1, most/8)
	}
	s.common = most - s.sure*tokens - s.kept
	return s
}

// Acquire takes n slots or none; the error says who has them.
func (s *Slots) Acquire(k Key, n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	had := s.held[k.Name]
	if had+n > s.Share {
		return wire.Refuse(http.StatusTooManyRequests, fmt.Sprintf("this token has %d %s, at most %d allowed: let some of them finish first", had, s.what, s.Share))
	}
	limit, lent := s.common, max(0, had+n-s.sure)-max(0, had-s.sure)
	if slices.Contains(k.Scopes, ScopeControl) {
		limit += s.kept
	}
	if lent > 0 && s.lent+lent > limit {
		return wire.Refuse(http.StatusServiceUnavailable, "there are too many "+s.what+": try again later")
	}
	s.held[k.Name] = had + n
	s.lent += lent
	return nil
}

// Release brings n slots back.
func (s *Slots) Release(k Key, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	had := s.held[k.Name]
	if s.held[k.Name] = had - n; had == n {
		delete(s.held, k.Name)
	}
	s.lent -= max(0, had-s.sure) - max(0, had-n-s.sure)
	close(s.freed)
	s.freed = make(chan struct{})
}

// Wait gets one slot as soon as there is one for the token; the error is that
// of ctx, or who has them.
func (s *Slots) Wait(ctx context.Context, k Key) error {
	for {
		s.mu.Lock()
		freed := s.freed
		s.mu.Unlock()
		err := s.Acquire(k, 1)
		if err == nil {
			return nil
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return err
		}
	}
}

// InUse is how many are.
func (s *Slots) InUse() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, held := range s.held {
		n += held
	}
	return n
}
