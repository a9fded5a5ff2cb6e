package store

import (
	"context"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// readsAtOnce is how many reads of a [Together] are under way.
const readsAtOnce = 4

// Together reads the newest messages of a stream's subjects for many callers. While
// few ask, each has a read of its own; who asks while [readsAtOnce] are under way is
// read for with all others who do. A crash makes thousands of channels ask in one
// moment, and a read of its own costs the server as much for its way as for the
// message. Make it with [Store.Together].
type Together struct {
	store  *Store
	stream string

	mu      sync.Mutex
	reads   int // under way
	waiting []*asked
}

// An asked is a caller who waits.
type asked struct {
	subject string
	answer  chan struct{} // closed once the rest is filled in
	newest  *jetstream.RawStreamMsg
	err     error
}

// Together returns one for a stream.
func (s *Store) Together(stream string) *Together { return &Together{store: s, stream: stream} }

// Surely is [Store.Surely] of a subject. The read that answers begins after it was
// called, so it finds what was acknowledged before; behind an outside server each is
// read alone.
func (t *Together) Surely(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	if t.store.Outside() {
		return t.store.Surely(ctx, t.stream, subject)
	}
	a := t.wait(subject)
	if a == nil {
		defer t.next()
		return t.store.Newest(ctx, t.stream, subject)
	}
	select {
	case <-a.answer:
		return a.newest, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("read: %w", ctx.Err())
	}
}

// wait enters who has to wait; nil: a read may begin.
func (t *Together) wait(subject string) *asked {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reads < readsAtOnce {
		t.reads++
		return nil
	}
	a := &asked{subject: subject, answer: make(chan struct{})}
	t.waiting = append(t.waiting, a)
	return a
}

// next ends a read, and begins one for those who wait. It runs beside its caller, who
// has its answer already.
func (t *Together) next() {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := min(len(t.waiting), newestAtOnce)
	if n == 0 {
		t.reads--
		return
	}
	batch := t.waiting[:n:n]
	if t.waiting = t.waiting[n:]; len(t.waiting) == 0 {
		t.waiting = nil
	}
	go t.read(batch)
}

// read reads for several. Each of them waits no longer than its own context says.
func (t *Together) read(batch []*asked) {
	defer t.next()
	subjects := make([]string, len(batch))
	for i, a := range batch {
		subjects[i] = a.subject
	}
	found, err := t.store.NewestOf(t.store.Closing(), t.stream, subjects)
	for _, a := range batch {
		a.newest, a.err = found[a.subject], err
		close(a.answer)
	}
}
