package control

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Slots bound how much is done at once, by all and by each token. So many are
// sure to every token, so many kept for tokens of the scope control, and the
// rest goes to who comes first, up to half of all to one: no token keeps
// another out, and an operator gets in whatever the others do.
type slots struct {
	what   string // is done in one, in the plural
	share  int    // what one token may have
	sure   int    // what each is sure of
	common int    // what all may have beyond that together, without the scope control
	kept   int    // and how many more with it

	mu    sync.Mutex     // each request takes and gives from a goroutine of its own
	held  map[string]int // by a token's name
	lent  int            // beyond what is sure
	freed chan struct{}  // closed, and replaced, when one comes back
}

// newSlots makes so many for so many tokens.
func newSlots(what string, most, tokens int) *slots {
	s := &slots{what: what, share: (most + 1) / 2, sure: most / 2 / tokens, held: map[string]int{}, freed: make(chan struct{})}
	if most > 1 {
		s.kept = max(1, most/8)
	}
	s.common = most - s.sure*tokens - s.kept
	return s
}

// acquire takes n slots or none; the error says who has them.
func (s *slots) acquire(k key, n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	had := s.held[k.Name]
	if had+n > s.share {
		return fault{http.StatusTooManyRequests, fmt.Sprintf("this token has %d %s, at most %d allowed: let some of them finish first", had, s.what, s.share)}
	}
	limit, lent := s.common, max(0, had+n-s.sure)-max(0, had-s.sure)
	if slices.Contains(k.Scopes, scopeControl) {
		limit += s.kept
	}
	if lent > 0 && s.lent+lent > limit {
		return fault{http.StatusServiceUnavailable, "there are too many " + s.what + ": try again later"}
	}
	s.held[k.Name] = had + n
	s.lent += lent
	return nil
}

// release brings n slots back.
func (s *slots) release(k key, n int) {
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

// wait gets one slot as soon as there is one for the token; the error is that
// of ctx, or who has them.
func (s *slots) wait(ctx context.Context, k key) error {
	for {
		s.mu.Lock()
		freed := s.freed
		s.mu.Unlock()
		err := s.acquire(k, 1)
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

// inUse is how many are.
func (s *slots) inUse() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, held := range s.held {
		n += held
	}
	return n
}

// holding has a call run in one of the slots, and its connection kept as long.
func (s *Server) holding(in *slots, c call) call {
	return func(w http.ResponseWriter, r *http.Request, k key) error {
		if err := in.acquire(k, 1); err != nil {
			return turnAway(w, r, err)
		}
		defer in.release(k, 1)
		defer s.crowd.holdConnection(r.Context())()
		return c(w, r, k)
	}
}

// brief returns a call that ends by itself one of the slots, and bounds its
// time.
func (s *Server) brief(c call) call {
	return s.holding(s.requests, func(w http.ResponseWriter, r *http.Request, k key) error {
		ctx, cancel := context.WithTimeout(r.Context(), callTime)
		defer cancel()
		return c(w, r.WithContext(ctx), k)
	})
}

// reading has a stream read its past in one of the slots of requests, for
// which it waits: all readers of the journal share one bound.
func (s *Server) reading(ctx context.Context, k key, read func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if err := s.requests.wait(ctx, k); err != nil {
		return err
	}
	defer s.requests.release(k, 1)
	return read(ctx)
}

// lingers is how long a connection is kept after a request was turned away
// whose body still comes: closed at once, the answer might be lost.
const lingers = time.Second

// turnAway refuses a request without waiting for a body, which may never come.
func turnAway(w http.ResponseWriter, r *http.Request, err error) error {
	if r.ContentLength != 0 {
		w.Header().Set("Connection", "close")                                      // or net/http reads on before it answers
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(lingers)) // not every writer can
	}
	return err
}
