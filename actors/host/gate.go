package host

import "sync"

// A gate lets actors leave in waves, so that ten thousand that are due together
// don't save, or wake ten thousand goroutines, at once.
type gate struct {
	limit   int
	mu      sync.Mutex
	busy    int     // told to depart, not done
	waiting []*Self // for one of those to finish, in order
}

// admit asks s to depart, now or when its wave comes. Asking twice has no further
// effect.
func (g *gate) admit(s *Self) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s.departing {
		return
	}
	s.departing = true
	if g.busy == g.limit {
		g.waiting = append(g.waiting, s)
		return
	}
	g.busy++
	s.post(departure{})
}

// done says that s has left or stays, and lets the next one go. An actor that has
// left is never admitted again, however late somebody asks: a hold released at
// that moment, or a sweep that overlaps a drain.
func (g *gate) done(s *Self) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s.departing = s.lease.isClosed()
	if len(g.waiting) == 0 {
		g.busy--
		return
	}
	next := g.waiting[0]
	g.waiting[0] = nil
	g.waiting = g.waiting[1:]
	next.post(departure{})
}
