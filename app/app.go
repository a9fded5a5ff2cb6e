// Package app puts the process together: journal, host, channels, monitor,
// agents and the accounts' adapters. It decides nothing and knows everybody;
// cmd/familiar makes one App for each run, and tests run the whole program
// with it in their own process.
//
//	app.go       what an App is made of, its start and its end
//	settings.go  the configuration in force, and its replacement
//	accounts.go  who listens and posts
//	hear.go      network -> journal -> host
//	orders.go    channel -> monitor, agent, network
//	models.go    who composes and who judges
//	quiet.go     whether anything is under way
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/config"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/conversation"
)

// How long an idle actor stays in memory.
const (
	channelIdle = 10 * time.Minute
	agentIdle   = 5 * time.Second
)

// grace is how long turns in flight may take to end once the process stops.
const grace = 10 * time.Second

// drainWithin is how long saving may take after that.
const drainWithin = 20 * time.Second

// Options is what an App is made of. Config and Connect are needed.
type Options struct {
	Config *config.Config
	// Connect gives every account of a configuration with its adapter: the
	// same adapter each time for an account it gave before. It is called at
	// the start and at each reload.
	Connect func(*config.Config) ([]Connection, error)
	Journal journal.Journal        // nil: one in memory, gone with the process
	Observe func([]*messages.Note) // sees every decision; must not block; nil: nobody
	Watch   Watcher                // nil: nobody looks on
	Log     *slog.Logger           // nil: slog.Default()
}

// A Watcher looks on while channels work. Its methods must not block.
type Watcher interface {
	Record(journal.Record)  // was read from the journal, and goes to its channel
	Notes([]*messages.Note) // decisions, in force
	Watched(messages.ChannelID) bool
	Doing(messages.ChannelID, []messages.Doing) // of a channel that is watched
	OnWatch(func(messages.ChannelID))           // calls it when somebody begins to watch
}

// An App is the running program. Make it with [New], then call [App.Run] once.
type App struct {
	Options
	host         *host.Host
	now          atomic.Pointer[settings]
	reloading    sync.Mutex // one reload at a time
	accounts     *accounts
	epoch        uint64
	draining     atomic.Bool
	thinking     context.Context // models are asked while it lasts
	stopThinking context.CancelFunc
	quiet        *quiet
}

// New makes an App. The error says what of the options can't be.
func New(o Options) (*App, error) {
	if o.Config == nil || o.Connect == nil {
		return nil, errors.New("app: no configuration, or nobody who connects it")
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	a := &App{Options: o, epoch: 1}
	a.thinking, a.stopThinking = context.WithCancel(context.Background())
	if o.Journal == nil {
		o.Journal = memory.New(memory.Config{Generation: func() int { return a.now.Load().Generation }})
	}
	a.quiet = newQuiet(o.Journal.Partitions())
	a.Journal = counted{o.Journal, a.quiet}
	models, err := newModels(o.Config, nil)
	if err != nil {
		return nil, fmt.Errorf("app: %w", err)
	}
	a.now.Store(&settings{Config: o.Config, models: models, who: &identities{}})
	a.accounts = newAccounts(a)
	if a.host, err = host.New(host.Config{Log: o.Log, DeadLetter: a.bury}); err != nil {
		return nil, fmt.Errorf("app: %w", err)
	}
	a.register()
	return a, nil
}

// register tells the host what actors there are.
func (a *App) register() {
	a.host.Register(channel.Kind, host.Kind{Idle: channelIdle, Make: channel.Make(channel.Options{
		Journal:  a.Journal,
		Epoch:    a.epoch,
		Config:   func(id messages.ChannelID) *conversation.Config { return a.now.Load().in(id) },
		Orders:   a,
		Draining: a.draining.Load,
		Under:    a.quiet.add,
		Observe:  a.observe(),
		Show:     a.show(),
		Log:      a.Log,
	})})
	a.host.Register(agentKind, host.Kind{Idle: agentIdle, Make: a.makeAgent})
	a.host.Register(monitorKind, host.Kind{Make: a.makeMonitor})
}

// observe gives who sees decisions.
func (a *App) observe() func([]*messages.Note) {
	switch {
	case a.Watch == nil:
		return a.Observe
	case a.Observe == nil:
		return a.Watch.Notes
	}
	return func(notes []*messages.Note) {
		a.Watch.Notes(notes)
		a.Observe(notes)
	}
}

// show has channels tell whoever watches what their familiars are doing.
func (a *App) show() channel.Show {
	if a.Watch == nil {
		return channel.Show{}
	}
	a.Watch.OnWatch(func(id messages.ChannelID) { a.send(channel.Key(id), channel.Look{}) })
	return channel.Show{Watched: a.Watch.Watched, Doing: a.Watch.Doing}
}

// Run listens and posts until ctx ends or every network has nothing more to
// say, then lets turns in flight end, saves every channel and closes the
// journal. The error is the first of a part that could not go on.
func (a *App) Run(ctx context.Context) error {
	running, fail := context.WithCancelCause(context.WithoutCancel(ctx))
	hearing, deafen := context.WithCancel(ctx)
	defer deafen()
	if err := a.start(hearing, running, fail); err != nil {
		return errors.Join(fmt.Errorf("app: %w", err), a.Journal.Close())
	}
	var readers sync.WaitGroup
	for p := range a.Journal.Partitions() {
		readers.Go(func() {
			if err := a.read(running, p); err != nil {
				fail(err)
			}
		})
	}
	select {
	case <-a.accounts.silent:
	case <-ctx.Done():
	case <-running.Done():
	}
	deafen()
	<-a.accounts.silent
	err := context.Cause(running)
	a.settle(running)
	err = errors.Join(err, a.drain())
	fail(nil)
	readers.Wait()
	a.accounts.posting.Wait()
	return errors.Join(err, a.Journal.Close())
}

// start connects the accounts, which know who they are before anything is
// heard.
func (a *App) start(hearing, running context.Context, fail context.CancelCauseFunc) error {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	leave, err := a.accounts.stay()
	if err != nil {
		return err
	}
	defer leave()
	connections, err := a.Connect(a.Config)
	if err != nil {
		return err
	}
	first := *a.now.Load()
	if first.who, err = identify(hearing, connections, nil); err != nil {
		return err
	}
	a.now.Store(&first)
	a.accounts.hearing, a.accounts.running, a.accounts.fail = hearing, running, fail
	a.accounts.keep(connections)
	return nil
}

// settle waits until nothing is under way, at most for the grace period. What
// takes longer is ordered again at the next start.
func (a *App) settle(running context.Context) {
	ctx, cancel := context.WithTimeout(running, grace)
	defer cancel()
	if !a.quiet.wait(ctx) {
		a.Log.Warn("something is left under way", "count", a.quiet.under.Load())
	}
}

// drain saves every channel and empties the host.
func (a *App) drain() error {
	a.draining.Store(true)
	a.stopThinking()
	ctx, cancel := context.WithTimeout(context.Background(), drainWithin)
	defer cancel()
	channels := a.host.Len()
	a.host.Each(channel.Kind, func(id string) { a.send(channel.Key(messages.ChannelID(id)), channel.Leave{}) })
	if err := a.host.Drain(ctx); err != nil {
		return fmt.Errorf("drain: %w", err)
	}
	a.Log.Info("drained", "actors", channels)
	return nil
}
