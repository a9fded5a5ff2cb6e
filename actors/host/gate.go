package host

import "sync"

// A gate lets actors out a wave at a time, so that ten thousand that are due
// at once neither save nor wake ten thousand goroutines at once.
type gate struct {
	limit   int
	mu      sync.Mutex
	busy    int     // told to depart, not done
	waiting []*Self // for one of those to be done, first come first
}

// admit asks s to depart, now or when its wave comes. Asking twice is asking
// once.
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

// done says that s has left or stays, and lets the next one go. Who has left
// is never admitted again, however late somebody asks: a hold released in the
// very moment, a sweep that overlaps a drain.
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
