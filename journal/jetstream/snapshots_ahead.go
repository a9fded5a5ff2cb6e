package jetstream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
)

// After a kill nearly every channel that has a snapshot may have lines that it doesn't
// cover. To read the newest of all in their order costs a third of asking for each,
// even for many together.

// An ahead is a partition's newest snapshots that were read before their channels ask
// for them. Each is given out once: who asks again asks the server.
type ahead struct {
	mu      sync.Mutex
	reading bool
	found   map[string]stored   // by subject
	written map[string]struct{} // subjects that were written since the reading began
}

// A stored is a snapshot as the stream has it.
type stored struct {
	revision uint64
	stamp    layout.Stamp
	data     []byte
}

// take returns the newest snapshot of a subject, if it was read, and forgets it.
func (a *ahead) take(subject string) (stored, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.found[subject]
	delete(a.found, subject)
	return s, ok
}

// over says that a subject is being written, or was.
func (a *ahead) over(subject string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.found, subject)
	if a.reading {
		a.written[subject] = struct{}{}
	}
}

// begin reports whether the caller is to read.
func (a *ahead) begin() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.reading || a.found != nil {
		return false
	}
	a.reading, a.found, a.written = true, make(map[string]stored), make(map[string]struct{})
	return true
}

func (a *ahead) put(subject string, s stored) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, written := a.written[subject]; !written && a.found != nil {
		a.found[subject] = s
	}
}

func (a *ahead) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reading, a.written = false, nil
}

// drop forgets what nobody has asked for.
func (a *ahead) drop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.found = nil
}

// mostAhead bounds what is read ahead of all partitions, in bytes; of channels beyond
// it each snapshot is asked for. After aheadFor what is left goes.
const (
	mostAhead = 64 << 20
	aheadFor  = 30 * time.Second
)

// ReadAhead reads a partition's newest snapshots, if so many records that it will step
// are worth it: at least half as many as there are channels with one. Only this process
// may write: behind the embedded server visitors save nothing. The function it returns
// forgets what nobody has asked for.
func (x *snapshotStore) ReadAhead(ctx context.Context, partition int, records uint64) (drop func()) {
	p := x.parts[partition]
	stream := x.store.Names.Snapshots(p.number)
	if x.store.Server == nil || records == 0 {
		return func() {}
	}
	state, err := x.store.StateWithin(ctx, stream)
	if err != nil || state.NumSubjects == 0 || state.NumSubjects > 2*records || !p.ahead.begin() {
		return func() {}
	}
	defer p.ahead.end()
	room := mostAhead / len(x.parts)
	err = x.store.Scan(ctx, store.Reading{Stream: stream, Newest: true}, func(m store.Message) error {
		st, err := layout.ReadStamp(m.Header)
		if err != nil {
			return fmt.Errorf("snapshot %d: %w", m.Seq, err)
		}
		if room -= len(m.Subject) + len(m.Data); room < 0 {
			return store.ErrEnough
		}
		p.ahead.put(m.Subject, stored{m.Seq, st, m.Data})
		return nil
	})
	if err != nil && !errors.Is(err, store.ErrEnough) {
		x.store.Log.Debug("snapshots not read ahead", "partition", p.number, "err", err) // each is asked for
	}
	later := time.AfterFunc(aheadFor, p.ahead.drop)
	return func() {
		later.Stop()
		p.ahead.drop()
	}
}
