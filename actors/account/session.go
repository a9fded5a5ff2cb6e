package account

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc/panics"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A Connection is one account and the adapter that speaks for it.
type Connection struct {
	Account messages.AccountID
	Adapter adapter.Adapter
	Mute    bool // it only listens: another process posts for the account
}

// A session is one connection of an account, from a configuration that has it
// to one that hasn't.
type session struct {
	Connection
	unknown error                   // why it doesn't say who it is; nil: it does
	hearing context.Context         // listens while it lasts
	running context.Context         // posts while it lasts
	stop    context.CancelCauseFunc // ends both; nil: whoever has the account next goes on

	// Of the actor's own goroutine.
	tries  int             // pauses and calls that were begun
	runner *adapter.Runner // nil until the account is known

	listening chan struct{} // holds one while somebody listens: never two at once by one adapter, also after a panic
	posting   chan struct{} // the same of posting, shared with the account's other sessions
	deaf      chan struct{} // closed once nobody listens any more
	begun     atomic.Bool
	left      chan struct{} // of one that has begun: closed once nobody posts any more either and the network is left
	concluded sync.Once
	silenced  func() // told of that
}

// next numbers what is begun now.
func (s *session) next() int {
	s.tries++
	return s.tries
}

// over reports whether nobody listens any more.
func (s *session) over() bool {
	select {
	case <-s.deaf:
		return true
	default:
		return false
	}
}

// conclude says that nobody listens any more.
func (s *session) conclude() {
	s.concluded.Do(func() {
		close(s.deaf)
		s.silenced()
	})
}

// abandon ends a session that nobody wants any more before it began.
func (s *session) abandon(as *Accounts) {
	if s.runner == nil && s.unknown == nil {
		s.begin(as) // it leaves its network
	}
	s.conclude()
}

// listen listens until the connection is lost or ctx ends, and reports whether
// anything was heard.
func (s *session) listen(ctx context.Context) (heard bool, err error) {
	s.listening <- struct{}{}
	defer func() { <-s.listening }()
	return s.runner.Connect(ctx)
}

// begin has the account post from now on: until running ends, and until it
// listens no more; then it leaves its network.
func (s *session) begin(as *Accounts) {
	options := adapter.Options{
		Now: as.Now, Audible: as.Audible, Moot: as.Moot, Quoting: as.Quoting, Log: as.Log, Telemetry: as.Telemetry,
		Limited: func(until time.Time) { as.Presence.limited(s.Account, until) },
	}
	if as.Held != nil {
		options.Held = func() error { return as.Held(s.Account) }
	}
	s.begun.Store(true)
	s.runner = adapter.New(s.Account, s.Adapter, as.Hear, options)
	as.working.Go(func() {
		defer close(s.left)
		var err error
		if p := panics.Try(func() { err = s.post(as.Outbox) }); p != nil {
			err = p.AsError()
		}
		if err != nil {
			as.fail(err)
		}
		<-s.deaf
		if closer, ok := s.Adapter.(adapter.Closer); ok {
			_ = adapter.Fenced(as.Log, s.Account, "close", func() error { closer.Close(); return nil }) // it is in the log
		}
	})
}

// post posts for an account. Who did so before a reload may have a post under
// way yet, which nobody finds on the network: it is waited for.
func (s *session) post(outbox func(context.Context, messages.AccountID, func(messages.Post)) error) error {
	if s.Mute {
		return nil
	}
	s.posting <- struct{}{}
	defer func() { <-s.posting }()
	return s.runner.Deliver(s.running, func(ctx context.Context, put func(messages.Post)) error {
		return outbox(ctx, s.Account, put)
	})
}
