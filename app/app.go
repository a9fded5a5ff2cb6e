// Package app puts the process together: journal, host, channels, monitor,
// agents and the accounts' adapters. It decides nothing and knows everybody;
// cmd/familiar makes one App for each run, and tests run the whole program
// with it in their own process.
//
//	app.go     what an App is made of, its start and its end
//	hear.go    network -> journal -> host
//	orders.go  channel -> monitor, agent, network
//	models.go  who composes and who judges
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"familiar/actors/adapter"
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

// A Connection is one account and the adapter that speaks for it.
type Connection struct {
	Account messages.AccountID
	Adapter adapter.Adapter
}

// Options is what an App is made of. Config is needed.
type Options struct {
	Config      *config.Config
	Connections []Connection
	Journal     journal.Journal        // nil: one in memory, gone with the process
	Observe     func([]*messages.Note) // sees every decision; must not block; nil: nobody
	Log         *slog.Logger           // nil: slog.Default()
}

// An App is the running program. Make it with [New], then call [App.Run] once.
type App struct {
	Options
	host     *host.Host
	models   *models
	typers   map[messages.AccountID]adapter.Typer
	who      identities
	epoch    uint64
	draining atomic.Bool
	quiet    *quiet
}

// New makes an App. The error says what of the options can't be.
func New(o Options) (*App, error) {
	if o.Config == nil {
		return nil, errors.New("app: no configuration")
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Journal == nil {
		generation := o.Config.Generation
		o.Journal = memory.New(memory.Config{Generation: func() int { return generation }})
	}
	a := &App{Options: o, epoch: 1, typers: make(map[messages.AccountID]adapter.Typer), quiet: newQuiet(o.Journal.Partitions())}
	a.Journal = counted{o.Journal, a.quiet}
	var err error
	if a.models, err = newModels(o.Config); err != nil {
		return nil, fmt.Errorf("app: %w", err)
	}
	for _, c := range o.Connections {
		if typer, ok := c.Adapter.(adapter.Typer); ok {
			a.typers[c.Account] = typer
		}
	}
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
		Config:   a.config,
		Orders:   a,
		Draining: a.draining.Load,
		Under:    a.quiet.add,
		Observe:  a.Observe,
		Log:      a.Log,
	})})
	a.host.Register(agentKind, host.Kind{Idle: agentIdle, Make: a.makeAgent})
	a.host.Register(monitorKind, host.Kind{Make: a.makeMonitor})
}

// config gives a channel's settings; with nobody there it is an empty room.
func (a *App) config(id messages.ChannelID) *conversation.Config {
	if c := a.Config.Channel(id); c != nil {
		return a.who.in(c)
	}
	return &conversation.Config{Generation: a.Config.Generation, Room: a.Config.Room}
}

// Run listens and posts until ctx ends or every network has nothing more to
// say, then lets turns in flight end, saves every channel and closes the
// journal. The error is the first of a part that could not go on.
func (a *App) Run(ctx context.Context) error {
	if err := a.who.ask(ctx, a.Connections); err != nil {
		return errors.Join(fmt.Errorf("app: %w", err), a.Journal.Close())
	}
	running, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	var background, listening sync.WaitGroup
	for p := range a.Journal.Partitions() {
		background.Go(func() { a.fail(stop, a.read(running, p)) })
	}
	hearing, deafen := context.WithCancel(ctx)
	defer deafen()
	for _, c := range a.Connections {
		runner := adapter.New(c.Account, c.Adapter, a.hear, adapter.Options{Log: a.Log})
		background.Go(func() {
			a.fail(stop, runner.Deliver(running, func(ctx context.Context, put func(messages.Post)) error {
				return a.Journal.Deliver(ctx, c.Account, put)
			}))
		})
		listening.Go(func() {
			if err := runner.Listen(hearing); err != nil {
				a.Log.Error("account has ended", "account", string(c.Account), "err", err)
			}
		})
	}
	silent := make(chan struct{})
	go func() { // the networks may end before ctx does
		listening.Wait()
		close(silent)
	}()
	select {
	case <-silent:
	case <-ctx.Done():
	case <-running.Done():
	}
	deafen()
	<-silent
	err := context.Cause(running)
	a.settle(running)
	err = errors.Join(err, a.drain())
	stop(nil)
	background.Wait()
	return errors.Join(err, a.Journal.Close())
}

// fail ends the run because a part of it can't go on.
func (a *App) fail(stop context.CancelCauseFunc, err error) {
	if err != nil {
		stop(err)
	}
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
	ctx, cancel := context.WithTimeout(context.Background(), drainWithin)
	defer cancel()
	channels := a.host.Len()
	if err := a.host.Drain(ctx); err != nil {
		return fmt.Errorf("drain: %w", err)
	}
	a.Log.Info("drained", "actors", channels)
	return nil
}
