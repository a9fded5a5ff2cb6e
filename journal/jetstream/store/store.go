// Package store reaches the streams of one store: it is what all parts of the
// journal have in common. It writes and reads messages, follows streams and
// bounds calls in time, and knows whether the server is there. What a message
// means is its callers'.
package store

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Config says how a store is reached.
type Config struct {
	layout.Names
	Server      *embedded.Server // nil: an outside NATS, or another process's
	Folder      string           // of an embedded server, this process's or another's
	URL         string           // of an outside NATS; "": there is none
	Credentials string           // a file for URL; "": none
	Within      time.Duration    // how long a write may take before it fails
	Log         *slog.Logger
}

// A Store is the connection to a store's streams. Make it with [New], then call
// Connect or Visit, and Close in the end.
type Store struct {
	Config
	conn     *nats.Conn
	js       jetstream.JetStream
	acks     acks
	patience patience
	silent   silences
	opening  atomic.Bool
	back     chan struct{} // has room for one word: the server is back

	indexed   atomic.Pointer[[]Indexed] // streams that have an index; nil: none yet
	reindexed chan struct{}             // has room for one word: they were stopped
	catching  atomic.Int32              // readers that take what was there at the start

	closing context.Context // ends with Close
	close   context.CancelCauseFunc
	working sync.WaitGroup // what runs until then
}

// New returns a store that has reached nothing yet.
func New(c Config) *Store {
	s := &Store{Config: c, back: make(chan struct{}, 1), reindexed: make(chan struct{}, 1)}
	s.closing, s.close = context.WithCancelCause(context.Background())
	return s
}

// Closing returns a context that ends when the store is closed.
func (s *Store) Closing() context.Context { return s.closing }

// Go runs f in the background; End waits for it.
func (s *Store) Go(f func()) { s.working.Go(f) }

// End refuses what is called from now on and waits for what runs in the
// background. The connection stays until Disconnect.
func (s *Store) End() {
	s.close(nil)
	s.working.Wait()
}

// Disconnect ends the connection, if there is one.
func (s *Store) Disconnect() {
	if s.conn != nil {
		s.conn.Close()
	}
}

// Connected reports whether there is a connection, be it that the server is
// away.
func (s *Store) Connected() bool { return s.conn != nil }

// JetStream returns the client's own interface, to make and remove streams.
func (s *Store) JetStream() jetstream.JetStream { return s.js }

// Outside reports whether the server is not embedded, in this process or another.
func (s *Store) Outside() bool { return s.URL != "" }

// ServerBack returns a channel that has room for one word: the server is back.
func (s *Store) ServerBack() chan struct{} { return s.back }

// Raise sets a number that only grows to another one, unless it is as great already.
func Raise(n *atomic.Uint64, to uint64) {
	for was := n.Load(); to > was; was = n.Load() {
		if n.CompareAndSwap(was, to) {
			return
		}
	}
}
