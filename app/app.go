// Package app puts the process together: journal, host, channels, monitor,
// agents and the accounts' adapters. It decides nothing and knows everybody;
// cmd/familiar makes one App for each run, and tests run the whole program
// with it in their own process.
//
//	app.go         what an App is made of
//	run.go         its start and its end
//	settings.go    the configuration in force, and its replacement
//	accounts.go    who listens and posts
//	meet.go        who they are on their networks
//	hear.go        network -> journal
//	unmatched.go   what is said where nobody is
//	read.go        journal -> host
//	insist.go      what the journal takes late
//	left.go        what the next start has to do
//	live.go        what was in the journal at the start is handed over first
//	kept.go        posts of an earlier process
//	astray.go      those of a time that the journal has lost
//	checkpoint.go  what need not be read again
//	measured.go    what of all that is measured
//	waker.go       deadlines of channels that are not in memory
//	orders.go      channel -> monitor, agent, network
//	erase.go       channel -> journal: what is to be gone
//	janitor.go     what is too old
//	models.go      who composes and who judges
//	models_health.go  whether they can be asked
//	models_try.go  one asked for the operator
//	presence.go    which accounts are away
//	ports.go       what a turn's tools reach
//	inquire.go     channel -> network: who is here, what was said before
//	places.go      what people call a channel
//	trace.go       models and tools -> spans
//	lend.go        tools of outside servers
//	roles.go       roles that claims have given
//	quiet.go       whether anything is under way
//	budget.go      what it costs -> channel
//	command.go     operator -> channel, and what it made of it
//	status.go      how channels stand
//	ready.go       whether it is all there
//	why.go         why somebody spoke or kept quiet
//	gathered.go    the notes that tell it
//	said.go        and who wrote the lines
//	explain.go     channel -> ledger: the same, for who asks in the channel
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"familiar/actors/budget"
	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/config"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
	"familiar/telemetry"
)

// How long an idle actor stays in memory.
const (
	channelIdle = 10 * time.Minute
	agentIdle   = 5 * time.Second
)

// channelCrowd is how many channels may be in memory, of some 13 kB each,
// before idle ones leave sooner than after channelIdle.
const channelCrowd = 12_000

// Options is what an App is made of. Config and Connect are needed.
type Options struct {
	Config *config.Config
	// Connect gives every account of a configuration with its adapter: the
	// same adapter each time for an account it gave before. It is called at
	// the start and at each reload.
	Connect func(*config.Config) ([]Connection, error)
	Journal journal.Journal        // nil: one in memory, gone with the process
	Keep    time.Duration          // how long a channel nobody talks in keeps what was said; 0: 30 days
	Observe func([]*messages.Note) // sees every decision; must not block; nil: nobody
	Watch   Watcher                // nil: nobody looks on
	Spent   budget.Store           // keeps what the models cost; nil: it is forgotten with the process
	Log     *slog.Logger           // nil: slog.Default()

	Telemetry *telemetry.Telemetry // is told of everything; whoever gave it closes it; nil: nobody is
}

// A Watcher looks on while channels work. Its methods must not block.
type Watcher interface {
	Record(journal.Record)  // was read from the journal, and goes to its channel
	Notes([]*messages.Note) // decisions, in force
	Watched(messages.ChannelID) bool
	Doing(messages.ChannelID, []messages.Doing) // of a channel that is watched
	OnWatch(func(messages.ChannelID))           // calls it when somebody begins to watch
	ModelsChanged()                             // a model is left alone or answers again, see [App.Ailing]; must not ask for that itself
}

// An App is the running program. Make it with [New], then call [App.Run] once.
type App struct {
	Options
	host         *host.Host
	now          atomic.Pointer[settings]
	reloading    sync.Mutex // one reload at a time
	accounts     *accounts
	epoch        uint64
	fresh        sync.Map                // posts this process has made and nobody was handed yet
	astray       map[journal.Astray]bool // posts of a time that the journal may have lost; made at the start
	draining     atomic.Bool
	thinking     context.Context // models are asked while it lasts
	stopThinking context.CancelFunc
	quiet        *quiet

	readings    []reading // by partition
	checkpoints *checkpoints
	waker       *waker
	presence    *presence
	erasures    chan messages.Erase
	asks        asks
	inquiries   inquiries
	looking     chan struct{} // questions why that the ledger is asked
	places      places
	unmatched   unmatched
	claims      atomic.Pointer[admission.Claims] // as the channel of roles has them; nil: none
	claimed     chan struct{}                    // these have changed

	running context.Context // ends with the run
	fail    context.CancelCauseFunc

	pressure budget.Board // of the budget, for every channel
	meter    budget.Meter

	left left
	lost int // findings of the journal, of this start
}

// New makes an App. The error says what of the options can't be.
func New(o Options) (*App, error) {
	if o.Config == nil || o.Connect == nil {
		return nil, errors.New("app: no configuration, or nobody who connects it")
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Keep <= 0 {
		o.Keep = keepDefault
	}
	a := &App{Options: o, erasures: make(chan messages.Erase, erasing), claimed: make(chan struct{}, 1)}
	a.thinking, a.stopThinking = context.WithCancel(context.Background())
	a.running, a.fail = context.WithCancelCause(context.Background())
	if o.Journal == nil {
		o.Journal = memory.New(memory.Config{Generation: func() int { return a.now.Load().Generation }})
	}
	if j, tells := o.Journal.(lossTeller); tells {
		a.lost = j.Lost()
	}
	waits := newWaiting()
	if o.Telemetry != nil {
		o.Journal = measured{o.Journal, o.Telemetry, waits}
	}
	a.keep(o.Journal)
	models, err := newModels(o.Config, nil, o.Log, a.modelsChanged())
	if err != nil {
		return nil, fmt.Errorf("app: %w", err)
	}
	a.now.Store(&settings{Config: o.Config, models: models, who: &identities{}})
	a.accounts = newAccounts(a)
	a.inquiries = newInquiries()
	a.looking = make(chan struct{}, lookups)
	a.meter.Tell = a.book
	a.presence = newPresence()
	if a.host, err = host.New(host.Config{Log: o.Log, DeadLetter: a.bury}); err != nil {
		return nil, fmt.Errorf("app: %w", err)
	}
	a.register()
	a.measure(waits)
	return a, nil
}

// keep has everybody use the journal, and those who have to notice what is
// written.
func (a *App) keep(j journal.Journal) {
	a.epoch = j.Epoch()
	a.quiet = newQuiet(j.Partitions())
	a.checkpoints = newCheckpoints(a, j.Partitions())
	a.waker = newWaker(func(id messages.ChannelID, woken func()) {
		if _, err := a.host.Send(channel.Key(id), channel.Wake{Handled: woken}); err != nil {
			woken() // the process ends: the next one finds the deadline
		}
	})
	a.readings = make([]reading, j.Partitions())
	for p := range a.readings {
		a.readings[p].ready = make(chan struct{})
	}
	a.Journal = fresh{counted{noticed{j, a.checkpoints.floors, a.waker}, a.quiet}, &a.fresh}
}

// register tells the host what actors there are.
func (a *App) register() {
	a.host.Register(channel.Kind, host.Kind{Idle: channelIdle, Crowd: channelCrowd, Make: channel.Make(channel.Options{
		Journal:  a.Journal,
		Epoch:    a.epoch,
		Absent:   func(id messages.AccountID) bool { return a.presence.isAbsent(id) },
		Config:   func(id messages.ChannelID) *conversation.Config { return a.now.Load().in(id) },
		Orders:   a,
		Draining: a.draining.Load,
		Under:    a.quiet.add,
		Fail:     a.fail,
		CatchUp:  a.catchUp,
		Pressure: a.pressure.In,
		Observe:  a.asks.answered(a.counted(a.observe())),
		Show:     a.show(),
		Log:      a.Log,

		Telemetry: a.Telemetry,
		Turn:      turnstile(),
	})})
	a.host.Register(agentKind, host.Kind{Idle: agentIdle, Make: a.makeAgent})
	a.host.Register(monitorKind, host.Kind{Make: a.makeMonitor})
	a.host.Register(budget.Kind, host.Kind{Make: a.makePurse})
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

// modelsChanged gives what is called when a model is left alone, or answers
// again.
func (a *App) modelsChanged() func() {
	if a.Watch == nil {
		return nil
	}
	return a.Watch.ModelsChanged
}

// show has channels tell whoever watches what their familiars are doing.
func (a *App) show() channel.Show {
	if a.Watch == nil {
		return channel.Show{}
	}
	a.Watch.OnWatch(func(id messages.ChannelID) {
		if _, live := a.catchUp(id); live { // else it shows itself when it is
			a.send(channel.Key(id), channel.Look{})
		}
	})
	return channel.Show{Watched: a.Watch.Watched, Doing: a.Watch.Doing}
}
