package adapter

import (
	"context"
	"sync"
	"time"
)

// echoWait is how long an echo waits for the answer to its post.
const echoWait = 2 * time.Second

// A Posting knows which places a post is under way to, on a network that may hand the
// account's own post back before it has answered, and without saying which one it is.
// The zero value knows of none; it is safe for use at the same time.
type Posting struct {
	mu       sync.Mutex
	underway map[string]int
	changed  chan struct{} // closed at each end; nil: nobody has waited for the next
}

// Begin notes a post that is made. The function it gives is called once what the answer
// says is known to those who [Posting.Await] it.
func (p *Posting) Begin(place string) (end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.underway == nil {
		p.underway = map[string]int{}
	}
	p.underway[place]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.underway[place]--; p.underway[place] == 0 {
			delete(p.underway, place)
		}
		if p.changed != nil {
			close(p.changed)
			p.changed = nil
		}
	}
}

// Await returns once known says so, no post to the place is under way, two seconds have
// passed or ctx ends.
func (p *Posting) Await(ctx context.Context, place string, known func() bool) {
	ctx, done := context.WithTimeout(ctx, echoWait)
	defer done()
	for {
		underway, changed := p.look(place)
		if known() || !underway {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

func (p *Posting) look(place string) (underway bool, changed chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.changed == nil {
		p.changed = make(chan struct{})
	}
	return p.underway[place] > 0, p.changed
}
