package jetstream

import (
	"context"
	"sync"
	"time"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go/jetstream"
)

// After a kill nearly every channel that has a snapshot may have lines that it doesn't
// cover. To read all newest in their order costs a third of asking for each, even for
// many together; and those of the last minutes are read at a start in any case.

// An ahead is a partition's newest snapshots that were read before their channels ask
// for them. Each is given out once: who asks again asks the server.
type ahead struct {
	mu      sync.Mutex
	reading bool
	room    int                 // bytes that may still be kept
	found   map[string]stored   // by subject
	written map[string]struct{} // subjects that were written since the reading began
}

// A stored is a snapshot as the stream has it.
type stored struct {
	revision uint64
	stamp    layout.Stamp
	data     []byte
}

// begin reports whether the caller is to read, of so many subjects, and may keep so many
// bytes in all.
func (a *ahead) begin(subjects uint64, room int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.reading {
		return false
	}
	if a.found == nil {
		a.room, a.found = room, make(map[string]stored, min(subjects, uint64(room/leastState)))
	}
	a.reading, a.written = true, make(map[string]struct{})
	return true
}

// put keeps what was read in place of an older one, unless there is no room.
func (a *ahead) put(subject string, s stored) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, written := a.written[subject]; written || a.found == nil {
		return
	}
	a.remove(subject)
	if size := len(subject) + len(s.data); size <= a.room {
		a.room -= size
		a.found[subject] = s
	}
}

func (a *ahead) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reading, a.written = false, nil
}

// take returns the newest snapshot of a subject, if it was read, and forgets it.
func (a *ahead) take(subject string) (stored, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.found[subject]
	a.remove(subject)
	return s, ok
}

// over says that a subject is being written, or was.
func (a *ahead) over(subject string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.remove(subject)
	if a.reading {
		a.written[subject] = struct{}{}
	}
}

// remove forgets a subject. The lock is held.
func (a *ahead) remove(subject string) {
	if s, ok := a.found[subject]; ok {
		a.room += len(subject) + len(s.data)
		delete(a.found, subject)
	}
}

// count returns of how many subjects it has the newest.
func (a *ahead) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.found)
}

// drop forgets what nobody has asked for.
func (a *ahead) drop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.found = nil
}

// mostAhead bounds what is kept of all partitions, in bytes; of channels beyond it each
// snapshot is asked for. After aheadFor what is left goes. A state takes leastState and
// more.
const (
	mostAhead  = 64 << 20
	leastState = 256
	aheadFor   = 30 * time.Second
)

// worthAhead reports whether so many records that will be stepped are worth it to read
// all newest snapshots: at least half as many as there are channels with one. Only this
// process may write: behind the embedded server visitors save nothing.
func (x *snapshotStore) worthAhead(state jetstream.StreamState, records uint64) bool {
	return x.store.Server != nil && state.NumSubjects > 0 && state.NumSubjects <= 2*records
}

// ReadAhead reads a partition's newest snapshots, if so many records that it will step
// are worth it and the opening hasn't read nearly all. The function it returns forgets
// what nobody has asked for.
func (x *snapshotStore) ReadAhead(ctx context.Context, partition int, records uint64) (drop func()) {
	p := x.parts[partition]
	stream := x.store.Names.Snapshots(p.number)
	if x.store.Server == nil || records == 0 {
		return func() {}
	}
	state, err := x.store.StateWithin(ctx, stream)
	if err != nil || !x.worthAhead(state, records) {
		return p.ahead.drop
	}
	if uint64(p.ahead.count()) < state.NumSubjects/10*9 && p.ahead.begin(state.NumSubjects, mostAhead/len(x.parts)) {
		err = x.read(ctx, p, store.Reading{Stream: stream, Newest: true}, state, nil, func(subject string, s stored) error {
			p.ahead.put(subject, s)
			return nil
		})
		p.ahead.end()
	}
	if err != nil {
		x.store.Log.Debug("snapshots not read ahead", "partition", p.number, "err", err) // each is asked for
	}
	later := time.AfterFunc(aheadFor, p.ahead.drop)
	return func() {
		later.Stop()
		p.ahead.drop()
	}
}
