package host

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// A Self is one incarnation of an actor, and what its handler knows of it.
// Its methods may be called from every goroutine. Keep it in the handler; a
// later incarnation has another one.
type Self struct {
	core   *core
	kind   *Kind
	id     string // its key's
	number uint64 // of the incarnation, from 1
	inbox  inbox
	lease  lease
	last   atomic.Int64 // the host's clock when it last came to rest
	chain  *Self        // behind it in the host's table

	// Of the actor's own goroutine.
	handler  Handler       // nil until a message is there, and after a panic
	failed   *Failure      // the last failed attempt of the message being handled
	failedAt time.Duration // when the last panic was, by the host's clock
	failures int32         // panics in a row, with at most calmAfter between two
	attempt  int32         // how often the message being handled was tried
	touched  bool          // it had a message since it last came to rest

	departing bool         // on its way out, or waiting for its wave; of the gate
	evicted   atomic.Bool  // it leaves as soon as it is at rest
	panics    atomic.Int32 // in this incarnation
	state     atomic.Pointer[string]
	latest    atomic.Value // of reflect.Type: the last message's

	mu    sync.Mutex // handlers hand their holds to goroutines of their own
	life  uint32     // counts handlers; written by the actor's goroutine only
	holds int32      // of this life
}

func newSelf(c *core, kind *Kind, id string) *Self {
	s := &Self{core: c, kind: kind, id: id, number: c.spawns.Add(1)}
	s.last.Store(int64(c.now()))
	return s
}

// Key returns the name of the actor.
func (s *Self) Key() Key { return Key{s.kind.name, s.id} }

// Host returns the host as actors see it: while it drains, they may still send
// to those in memory.
func (s *Self) Host() *Host { return s.core.inner }

// Context ends when the deadline of the drain has passed, or the drain is
// over. Work an actor started in a goroutine of its own ends with it.
func (s *Self) Context() context.Context { return s.core.ctx }

// Remade reports, to Make and to the handler it makes, whether an earlier
// handler of this incarnation was dropped after a panic: what that one knew and
// had not saved has to be found again.
func (s *Self) Remade() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.life > 0
}

// Tell sends the actor a message of its own, from a goroutine that it has
// started. An error says that it has left memory in a drain.
func (s *Self) Tell(msg any) error {
	_, err := s.core.inner.Send(s.Key(), msg)
	return err
}

// Report says how the actor stands, in a few words, for [Host.Actors].
func (s *Self) Report(state string) { s.state.Store(&state) }

// Hold keeps the actor in memory until release is called: it has work in
// flight. It counts in the backlog, and a drain waits for it. A second
// release does nothing, nor does any after a panic dropped the handler that
// was held, for that released all its holds.
func (s *Self) Hold() (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.lease.acquire(); !ok {
		return func() {} // gone already: nothing to keep
	}
	s.holds++
	life, released := s.life, false
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if released || s.life != life {
			return
		}
		released = true
		s.holds--
		s.last.Store(int64(s.core.now()))
		if s.lease.release(1) == 0 {
			s.atRest()
		}
	}
}

// After sends msg to this very handler once d has passed. A timer neither
// keeps an actor in memory nor brings it back nor counts as a message that
// keeps it from being idle: if the handler is gone by then, msg is dropped.
// What must happen all the same has to be found by somebody else. A drain
// does not stop timers, it only stops waiting for actors at rest.
func (s *Self) After(d time.Duration, msg any) *time.Timer {
	s.mu.Lock()
	life := s.life
	s.mu.Unlock()
	return time.AfterFunc(d, func() {
		if _, ok := s.lease.acquire(); ok {
			s.post(timed{life, msg})
		}
	})
}

// post puts msg into the inbox. Whoever posts has taken a lease, or is the
// gate, which posts to one actor once at a time. The engine would look up in its
// registry, behind a lock that all share, whom the table has just found.
func (s *Self) post(msg any) {
	if s.inbox.send(msg) {
		s.core.workers.add((*process)(s))
	}
}

// finished pays for a message, in the actor's goroutine.
func (s *Self) finished() {
	if s.lease.release(1) > 0 {
		return
	}
	if s.touched {
		s.last.Store(int64(s.core.now()))
	}
	s.touched = false
	s.atRest()
}

// atRest is called when the last debt is paid: what a drain or an eviction waits for.
func (s *Self) atRest() {
	if s.leaving() {
		s.core.gate.admit(s)
	}
}

// leaving reports whether s is to leave memory once it is at rest, be it saved or not.
func (s *Self) leaving() bool { return s.core.draining.Load() || s.evicted.Load() }

// idleAt returns when s counts as idle, if nothing comes before.
func (s *Self) idleAt() time.Duration { return time.Duration(s.last.Load()) + s.idle() }

// idle returns how long s stays once nothing comes.
func (s *Self) idle() time.Duration { return s.kind.idleNow(s.core.tally.live.Load()) }
