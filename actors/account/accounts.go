package account

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/panics"

	"familiar/actors/adapter"
	"familiar/actors/host"
	"familiar/internal/sleep"
	"familiar/messages"
	"familiar/telemetry"
)

// Options is what [Accounts] work with. All but Telemetry are needed.
type Options struct {
	Hear adapter.Hear // writes to the journal
	// Outbox hands over the posts of an account, as journal.Outbox's Deliver.
	Outbox func(ctx context.Context, id messages.AccountID, put func(messages.Post)) error
	// Held fails once another process may have an account; nil: all are this process's.
	Held func(messages.AccountID) error
	// Audible, Moot and Quoting are as of [adapter.Options].
	Audible func(messages.ChannelID) bool
	Moot    func(context.Context, messages.Post) bool
	Quoting func(context.Context, messages.Post) messages.Quoted
	// Now is the clock by which posts are made; nil: the machine's.
	Now func() messages.Instant
	// Met puts in force who a stranger is, and reports whether the account is
	// still wanted. It may take as long as ctx.
	Met func(ctx context.Context, id messages.AccountID, m Meeting) bool
	// Send hands a message to an actor of the host.
	Send     func(host.Key, any) error
	Presence *Presence
	// Elsewhere reaches accounts that other processes have; nil: there are none.
	Elsewhere Elsewhere

	Telemetry *telemetry.Telemetry
	Log       *slog.Logger
}

// Accounts is which accounts there are. One goroutine at a time may call Start,
// Keep and Meet; everything else may be called from everywhere. Make it with
// [New].
type Accounts struct {
	Options
	hearing context.Context // all listen while it lasts; nil: not started
	running context.Context // all post while it lasts
	fail    func(error)

	open    atomic.Pointer[map[messages.AccountID]*session] // replaced, never changed
	known   atomic.Pointer[map[messages.AccountID]adapter.Adapter]
	posting map[messages.AccountID]chan struct{} // see session; kept when the account goes
	working conc.WaitGroup                       // calls of networks' clients, each as long as its network takes

	listening atomic.Int64  // sessions that aren't over, and accounts that stay; -1: none ever again
	silent    chan struct{} // closed once nobody listens any more
}

// New returns Accounts without any.
func New(o Options) *Accounts {
	as := &Accounts{Options: o, posting: make(map[messages.AccountID]chan struct{}), silent: make(chan struct{})}
	as.open.Store(&map[messages.AccountID]*session{})
	return as
}

// Start says how long accounts listen and post, and what becomes of the process
// when one can't.
func (as *Accounts) Start(hearing, running context.Context, fail func(error)) {
	as.hearing, as.running, as.fail = hearing, running, fail
}

// Started reports whether Start was called.
func (as *Accounts) Started() bool { return as.hearing != nil }

// Silent is closed once nobody listens any more.
func (as *Accounts) Silent() <-chan struct{} { return as.silent }

// Wait returns when nobody posts any more either and every network is left.
func (as *Accounts) Wait() { as.working.Wait() }

// errSilent says that the process is ending: every network has gone silent.
var errSilent = errors.New("no account is listening any more")

// Stay keeps the process from ending for want of anybody who listens, until
// leave is called: connecting a configuration anew may end the last account
// before the next one starts.
func (as *Accounts) Stay() (leave func(), err error) {
	if !as.enter() {
		return nil, errSilent
	}
	return as.leave, nil
}

// enter counts one more who listens; false: nobody does any more.
func (as *Accounts) enter() bool {
	for {
		n := as.listening.Load()
		if n < 0 {
			return false
		}
		if as.listening.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// leave counts one less.
func (as *Accounts) leave() {
	if as.listening.Add(-1) == 0 && as.listening.CompareAndSwap(0, -1) {
		close(as.silent)
	}
}

// Keep makes these the accounts there are: new ones start, others stop, and
// who was there before goes on undisturbed. The caller has called [Accounts.Stay].
// Those who don't say who they are are strangers: they start once they do.
func (as *Accounts) Keep(connections []Connection, known map[messages.AccountID]Meeting) {
	before := *as.open.Load()
	now := make(map[messages.AccountID]*session, len(connections))
	var fresh []*session
	for _, c := range connections {
		old := now[c.Account]
		if old == nil {
			old = before[c.Account]
		}
		if old != nil && old.Connection == c {
			now[c.Account] = old
			continue
		}
		if old != nil { // known by another name now
			old.stop(nil)
		}
		s := as.newSession(c, known[c.Account].Err)
		if old != nil && old.Adapter == c.Adapter {
			s.listening = old.listening
		}
		now[c.Account] = s
		fresh = append(fresh, s)
	}
	for id, s := range before {
		if now[id] == nil {
			s.stop(as.WhyGone(id))
		}
	}
	as.open.Store(&now)
	for _, s := range fresh {
		as.notify(s, opened{s})
		context.AfterFunc(s.hearing, func() { as.notify(s, deafened{s}) })
	}
}

// WhyGone returns why an account is no longer among those there are here: nil if
// the configuration has it and another process takes it.
func (as *Accounts) WhyGone(id messages.AccountID) error {
	if configured := as.known.Load(); configured == nil || (*configured)[id] != nil {
		return nil
	}
	return adapter.ErrRemoved
}

// Ending returns a function that waits until the session that an account has now
// neither listens nor posts any more, or ctx ends.
func (as *Accounts) Ending(id messages.AccountID) (wait func(ctx context.Context)) {
	s := as.session(id)
	if s == nil {
		return func(context.Context) {}
	}
	return func(ctx context.Context) {
		select {
		case <-s.deaf:
		case <-ctx.Done():
			return
		}
		if !s.begun.Load() {
			return
		}
		select {
		case <-s.left:
		case <-ctx.Done():
		}
	}
}

// newSession makes the session of an account that begins.
func (as *Accounts) newSession(c Connection, unknown error) *session {
	s := &session{
		Connection: c, unknown: unknown, silenced: as.leave,
		listening: make(chan struct{}, 1), deaf: make(chan struct{}), left: make(chan struct{}),
	}
	if as.posting[c.Account] == nil {
		as.posting[c.Account] = make(chan struct{}, 1)
	}
	s.posting = as.posting[c.Account]
	running, stop := context.WithCancelCause(as.running)
	hearing, deafen := context.WithCancel(running)
	unhook := context.AfterFunc(as.hearing, deafen)
	s.running, s.hearing, s.stop = running, hearing, func(why error) {
		stop(why)
		unhook()
	}
	as.enter()
	if unknown != nil {
		as.Presence.missing(c.Account)
	}
	switch {
	case errors.Is(unknown, adapter.ErrGone):
		as.Log.Error("account has ended", "account", string(c.Account), "err", unknown)
		s.conclude()
	case errors.Is(unknown, adapter.ErrAwaited):
		as.Log.Info("account waits for its network to come", "account", string(c.Account), "err", unknown)
	case unknown != nil:
		as.Log.Error("account's identity unknown, its familiars are silent until it is known", "account", string(c.Account), "err", unknown)
	}
	return s
}

// notify hands a session's account a message. When the host is gone, so is who
// would listen.
func (as *Accounts) notify(s *session, msg any) {
	if err := as.Send(Key(s.Account), msg); err != nil {
		s.conclude()
	}
}

// call makes a call that may take long, and that tells the account what came of
// it.
func (as *Accounts) call(s *session, try int, do func()) {
	as.working.Go(func() {
		if p := panics.Try(do); p != nil {
			as.notify(s, crashed{s, try, p.Value})
		}
	})
}

// The pauses before an account that panicked is made anew; they double.
const (
	restartPause    = time.Second
	restartPauseMax = time.Minute
)

// AwaitRestart pauses before an account that has panicked so often is made
// anew. It implements host.Kind's Restart.
func (as *Accounts) AwaitRestart(failures int) {
	sleep.For(as.hearing, sleep.Doubled(restartPause, restartPauseMax, failures))
}

func (as *Accounts) session(id messages.AccountID) *session { return (*as.open.Load())[id] }

// All returns the accounts there are, in order.
func (as *Accounts) All() []messages.AccountID { return slices.Sorted(maps.Keys(*as.open.Load())) }

// HasEnded reports whether an account that was opened listens no more and won't try to.
func (as *Accounts) HasEnded(id messages.AccountID) bool {
	s := as.session(id)
	return s != nil && s.over()
}

// Know says which accounts the configuration has, those of other processes among them.
func (as *Accounts) Know(all []Connection) {
	adapters := make(map[messages.AccountID]adapter.Adapter, len(all))
	for _, c := range all {
		adapters[c.Account] = c.Adapter
	}
	as.known.Store(&adapters)
}

// Could returns what an account's adapter can do where the account is, here or in
// another process: to know that it can, or for what needs no connection; nil when it
// can't.
func Could[Ability any](as *Accounts, id messages.AccountID) (can Ability) {
	if known := as.known.Load(); known != nil {
		can = adapter.Can[Ability]((*known)[id])
	}
	return can
}

// Can returns what an account's adapter can do besides posting; nil when it
// can't, or the account is another process's.
func Can[Ability any](as *Accounts, id messages.AccountID) (can Ability) {
	if s := as.session(id); s != nil {
		can = adapter.Can[Ability](s.Adapter)
	}
	return can
}
