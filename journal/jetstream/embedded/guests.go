package embedded

import "sync"

// guests are the commands that are connected to the embedded server: while
// there is one, others than this process may write.
type guests struct {
	mu   sync.Mutex
	here int
	came chan struct{} // closed while there are any
}

func newGuests() *guests { return &guests{came: make(chan struct{})} }

func (g *guests) guestCame() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.here == 0 {
		close(g.came)
	}
	g.here++
}

func (g *guests) guestLeft() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.here--
	if g.here == 0 {
		g.came = make(chan struct{})
	}
}

// alone returns a channel that is closed when the next one comes; false: there
// are some.
func (g *guests) alone() (came <-chan struct{}, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.came, g.here == 0
}
