package app

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A Connection is one account and the adapter that speaks for it.
type Connection struct {
	Account messages.AccountID
	Adapter adapter.Adapter
}

// accounts is who listens and posts. Reloading adds and takes away while the
// others go on, hence the lock.
type accounts struct {
	app     *App
	hearing context.Context // listens while it lasts
	running context.Context // posts while it lasts
	fail    context.CancelCauseFunc

	mu        sync.Mutex
	open      map[messages.AccountID]*account
	posts     map[messages.AccountID]chan struct{} // holds one while somebody posts for it; kept when it goes
	listening int
	silent    chan struct{} // closed once nobody listens any more
	posting   sync.WaitGroup
}

type account struct {
	Connection
	stop context.CancelFunc // stops listening and posting
}

func newAccounts(app *App) *accounts {
	return &accounts{app: app, open: make(map[messages.AccountID]*account), posts: make(map[messages.AccountID]chan struct{}), silent: make(chan struct{})}
}

// errSilent says that the process is ending: every network has gone silent.
var errSilent = errors.New("no account listens any more")

// stay keeps the process from ending for want of anybody who listens, until
// leave is called: connecting a configuration anew may end the last account
// before the next one starts.
func (as *accounts) stay() (leave func(), err error) {
	as.mu.Lock()
	defer as.mu.Unlock()
	select {
	case <-as.silent:
		return nil, errSilent
	default:
	}
	as.listening++
	return as.gone, nil
}

// gone counts one less who listens.
func (as *accounts) gone() {
	as.mu.Lock()
	defer as.mu.Unlock()
	if as.listening--; as.listening == 0 {
		close(as.silent)
	}
}

// keep makes these the accounts there are: new ones start, others stop, and
// who was there before goes on undisturbed.
// Those who don't say who they are are strangers: they start once they do.
func (as *accounts) keep(connections []Connection, met map[messages.AccountID]meeting) {
	as.mu.Lock()
	defer as.mu.Unlock()
	wanted := make(map[messages.AccountID]bool, len(connections))
	for _, c := range connections {
		wanted[c.Account] = true
		old := as.open[c.Account]
		if old != nil && old.Adapter == c.Adapter {
			continue
		}
		if old != nil { // known by another name now
			old.stop()
		}
		as.start(c, met[c.Account].err)
	}
	for id, a := range as.open {
		if !wanted[id] {
			a.stop()
			delete(as.open, id)
		}
	}
}

// start has an account listen and post, a stranger once it is known. The lock
// is held.
func (as *accounts) start(c Connection, unknown error) {
	running, stop := context.WithCancel(as.running)
	as.open[c.Account] = &account{c, stop}
	if unknown != nil {
		as.app.presence.missing(c.Account)
	}
	if errors.Is(unknown, adapter.ErrGone) {
		as.app.Log.Error("account has ended", "account", string(c.Account), "err", unknown)
		return
	}
	as.listening++
	go func() { // one reader for each network connection
		defer as.gone()
		hearing, deafen := context.WithCancel(running)
		defer deafen()
		defer context.AfterFunc(as.hearing, deafen)()
		if unknown != nil {
			as.app.Log.Error("account doesn't know who it is, its familiars are silent until it does", "account", string(c.Account), "err", unknown)
			if !as.await(hearing, c) {
				return
			}
		}
		as.work(hearing, running, c)
	}()
}

// work has an account listen until hearing ends, and post until running does;
// then it leaves its network.
func (as *accounts) work(hearing, running context.Context, c Connection) {
	deaf := make(chan struct{}) // closed once it listens no more
	defer close(deaf)
	runner := adapter.New(c.Account, c.Adapter, as.app.intake.Hear, adapter.Options{
		Log:       as.app.Log,
		Listening: func(on bool) { as.app.presence.listening(c.Account, on, time.Now()) },
		Telemetry: as.app.Telemetry,
	})
	as.posting.Go(func() {
		if err := as.post(running, runner, c.Account); err != nil {
			as.fail(err)
		}
		<-deaf
		if closer, ok := c.Adapter.(adapter.Closer); ok {
			_ = adapter.Fenced(as.app.Log, c.Account, "close", func() error { closer.Close(); return nil }) // it is in the log
		}
	})
	if err := runner.Listen(hearing); err != nil {
		as.app.Log.Error("account has ended", "account", string(c.Account), "err", err)
	}
}

// post posts for an account until ctx ends. Who did so before a reload may have
// a post under way yet, which nobody finds on the network: it is waited for.
func (as *accounts) post(ctx context.Context, runner *adapter.Runner, id messages.AccountID) error {
	as.mu.Lock()
	if as.posts[id] == nil {
		as.posts[id] = make(chan struct{}, 1)
	}
	turn := as.posts[id]
	as.mu.Unlock()
	turn <- struct{}{}
	defer func() { <-turn }()
	return runner.Deliver(ctx, func(ctx context.Context, put func(messages.Post)) error {
		return as.app.Journal.Deliver(ctx, id, put)
	})
}

// all gives the accounts there are.
func (as *accounts) all() []messages.AccountID {
	as.mu.Lock()
	defer as.mu.Unlock()
	return slices.Sorted(maps.Keys(as.open))
}

// typer gives who shows typing for an account; nil when it can't.
func (as *accounts) typer(id messages.AccountID) adapter.Typer {
	as.mu.Lock()
	defer as.mu.Unlock()
	if a := as.open[id]; a != nil {
		typer, _ := a.Adapter.(adapter.Typer)
		return typer
	}
	return nil
}
