// Package app puts the process together: journal, host, channels, monitor, agents
// and the accounts' adapters. It knows all of them and decides nothing.
// cmd/familiar makes one App for each run, and tests run the whole program with it
// in their own process.
//
//	app.go         what an App is made of
//	run.go         its start and its end
//	reload.go      another configuration
//	channels.go    journal -> host
//	left.go        what is left to the next start
//	measured.go    what is measured
//	orders.go      channel -> monitor, agent, network
//	minds.go       the agents and the monitor
//	composing.go   a turn, from its order to its answer
//	chain.go       which models it asks, and who pays
//	alike.go       what of its memories is alike to what it answers
//	lending.go     what it may be shown of other channels of its workspace
//	agreed.go      and of any, where somebody agreed to that
//	safety.go      what looks at its reply
//	rehearse.go    a line said to a familiar aside
//	attend.go      which accounts are away
//	ports.go       what a turn's tools reach
//	places.go      what people call a channel
//	budget.go      costs -> channel
//	links.go       linked accounts -> budget
//	operator.go    an operator's questions and orders
//	status.go      how channels stand
//	home.go        how accounts and models do
//	actors.go      how all actors do
//	unmatched.go   rooms without a familiar
//	relayed.go     who said what a relay brings
//	gather.go      what is asked of every process
//	ready.go       whether its parts are ready
//	owning.go      which partitions are this process's
//	holdings.go    which accounts are
//	shards.go      and which connections of accounts that are divided
//	remembered.go  who they were
//	verbs.go       what processes ask and tell each other
//	others.go      how things stand at the others
//	backlogs.go    which of their channels can't keep up
//	silence.go     which of them tell nothing
//	time.go        which time they count
//	elsewhere.go   channel -> network of an account of another process
//	inquiry.go     what a channel is asked, wherever it is
//	still.go       whether a channel waits for a post
//	onlooking.go   who watches channels of other processes
//	spectating.go  what these decide, and are about
//	spectators.go  the same for watchers of other processes
//
// Reading, erasing, waking, delivering, explaining and the like are packages
// under actors, with the types that own what they know.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"familiar/actors/account"
	"familiar/actors/activity"
	"familiar/actors/adapter"
	"familiar/actors/budget"
	"familiar/actors/channel"
	"familiar/actors/command"
	"familiar/actors/erasing"
	"familiar/actors/explain"
	"familiar/actors/history"
	"familiar/actors/host"
	"familiar/actors/ingest"
	"familiar/actors/outbox"
	"familiar/actors/partitions"
	"familiar/actors/retry"
	"familiar/actors/vectors"
	"familiar/actors/waking"
	"familiar/app/models"
	"familiar/app/settings"
	"familiar/cluster/clock"
	"familiar/config"
	"familiar/journal"
	"familiar/journal/audit"
	"familiar/journal/measured"
	"familiar/journal/memory"
	"familiar/llm"
	"familiar/llm/quote"
	"familiar/messages"
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

// A Connection is one account and the adapter that speaks for it.
type Connection = account.Connection

// Options is what an App is made of. Config and Connect are required.
type Options struct {
	Config *config.Config
	// Connect returns every account of a configuration with its adapter, always the
	// same one for the same account. It is called at the start and at each reload.
	Connect func(*config.Config) ([]account.Connection, error)
	Journal journal.Journal        // nil: one in memory, gone with the process
	Keep    time.Duration          // how long a silent channel keeps what was said; 0: 30 days
	Observe func([]*messages.Note) // sees every decision; must not block; may be nil
	Watch   Watcher                // may be nil
	Sharing Sharing                // divides partitions and accounts among processes; nil: this one has all
	Clock   *clock.Clock           // what the journal gives its records' instants by; nil: one of its own
	// Remembered keeps who accounts are for processes that begin, where there are several;
	// nil: they wait until somebody says so.
	Remembered adapter.Words
	Trail      audit.Trail // is told what the program does by itself that can't be undone; nil: kept in memory
	// Holds tells what may not be erased from the journal; nil: nothing is ever held.
	Holds settings.HoldsReader
	Spent budget.Store // keeps what the models cost; nil: it is forgotten with the process
	Log   *slog.Logger // nil: slog.Default()
	// Processes is how many processes of the deployment work, this one among them: each
	// takes its part of the models' limits, and of the budget while the others can't be
	// asked. It is called often and must not block; nil: 1.
	Processes func() int
	Client    Client // makes the clients of the models; nil: [models.Client]
	CaughtUp  func() // called once what was in the journal at the start is handed over; may be nil

	Telemetry *telemetry.Telemetry // is told of everything; its opener closes it; nil: none
}

// A Client makes the client of a configured model, by its name.
type Client = func(name string, m config.Model) (llm.Model, error)

// A Watcher watches channels at work. Its methods must not block.
type Watcher interface {
	Record(journal.Record)  // was read from the journal, and goes to its channel
	Notes([]*messages.Note) // decisions, in force
	Watched(messages.ChannelID) bool
	Doing(messages.ChannelID, []messages.Doing) // of a channel that is watched
	OnWatch(func(messages.ChannelID))           // calls it when somebody begins to watch a channel, or with "" all
	OnReach(func(messages.ChannelID, uint64))   // calls it when who watches a channel has read its past, up to that sequence of its partition
	Watching() []messages.ChannelID             // what somebody watches; "": decisions of all channels
	Missed()                                    // something can't be shown: all who watch begin again
	ModelsChanged()                             // a model stopped answering or answers again, see [App.Ailing], which must not be called from here
	SilenceChanged()                            // other processes tell nothing than did, see [App.Silences]
}

// An App is the running program. Make it with [New], then call [App.Run] once.
type App struct {
	Options
	host         *host.Host
	inForce      *settings.InForce
	accounts     *account.Accounts
	shards       shards
	draining     atomic.Bool
	thinking     context.Context // models are asked while it lasts
	stopThinking context.CancelFunc
	tags         *quote.Tags    // of what models are shown
	trying       sync.WaitGroup // calls of models that nobody waits for
	vectors      vectors.Cache  // of what familiars keep in mind

	activity  *activity.Activity
	reader    *partitions.Reader
	waker     *waking.Waker
	outbox    *outbox.Outbox
	intake    *ingest.Intake
	eraser    *erasing.Eraser
	history   *history.Reader
	explainer *explain.Explainer
	commander *command.Commander

	presence *account.Presence
	asker    *account.Asker

	readings   readings
	leaving    leaving
	holdings   holdings
	links      links
	onlooker   onlooker
	silences   silences
	spectators *spectators
	spectating spectating
	others     others

	running context.Context // ends with the run
	fail    context.CancelCauseFunc

	pressure budget.Board // of the budget, for every channel
	meter    budget.Meter

	left left
	lost int // findings of the journal, of this start
}

// New makes an App. The error says what is wrong with the options.
func New(o Options) (*App, error) {
	if o.Config == nil || o.Connect == nil {
		return nil, errors.New("app: configuration and connector are required")
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Keep <= 0 {
		o.Keep = erasing.DefaultKeep
	}
	if o.Trail == nil {
		o.Trail = audit.NewMemory()
	}
	if o.Clock == nil {
		o.Clock = clock.New(time.Now)
	}
	o.Config = o.Config.At(settings.Now())
	a := &App{Options: o, holdings: newHoldings(o.Sharing == nil), spectators: newSpectators(), others: others{timing: newTiming()}}
	a.others.introduced = sync.OnceValue(a.askIntroductions)
	a.tags = quote.NewTags()
	a.links.deeds = make(chan messages.LinkDeed, mostDeeds)
	a.thinking, a.stopThinking = context.WithCancel(context.Background())
	a.running, a.fail = context.WithCancelCause(context.Background())
	if o.Journal == nil {
		o.Journal = memory.New(memory.Config{Clock: o.Clock.Time, Generation: func() int { return a.inForce.Now().Generation }})
	}
	if j, tells := o.Journal.(lossTeller); tells {
		a.lost = j.Lost()
	}
	clients, err := models.New(o.Config, nil, o.Log, a.modelsChanged(), o.Processes, o.Client)
	if err != nil {
		return nil, fmt.Errorf("app: %w", err)
	}
	var measures *measured.Journal
	if o.Telemetry != nil {
		measures = measured.New(o.Journal, o.Telemetry)
		o.Journal = measures
	}
	a.compose(o.Journal, clients)
	a.meter.Tell = a.book
	a.meter.Arm = func(id messages.ChannelID, who messages.FamiliarID) messages.Arm { return a.inForce.Now().Arm(id, who) }
	if a.host, err = host.New(host.Config{Log: o.Log, DeadLetter: a.bury, Blameless: blameless}); err != nil {
		return nil, fmt.Errorf("app: %w", err)
	}
	a.register()
	if measures != nil {
		a.measure(measures)
	}
	return a, nil
}

// again repeats what the journal does not take or tell for now.
func (a *App) again() retry.Retrier { return retry.Retrier{Fail: a.overtaken, Log: a.Log} }

// compose makes the journal that all parts use, the observers of what is written to
// it, and what else works with it.
func (a *App) compose(j journal.Journal, clients *models.Models) {
	a.activity = activity.New(j.Partitions())
	j = a.activity.Journal(j)
	channels, again := channels{a}, a.again()
	reads := partitions.Options{Journal: j, Channels: channels, Activity: a.activity, Lost: a.takenOver, Retry: again, Log: a.Log}
	if a.Watch != nil {
		reads.Watch = a.Watch.Record
	}
	a.reader = partitions.New(reads)
	a.inForce = settings.New(a.Config, clients, settings.Options{
		Tell:     func(ctx context.Context, generation int) error { _, err := a.tellAll(ctx, generation); return err },
		Activity: a.activity, Retry: again, Log: a.Log,
	})
	a.waker = waking.New(a.Clock.Now, channels.wake)
	a.outbox = outbox.New(a.waker.Journal(a.reader.Noticed(j)), outbox.Options{
		Still: a.still, Retry: again, Log: a.Log,
	})
	a.Journal = a.outbox
	a.intake = ingest.New(ingest.Options{
		Journal: a.Journal,
		Matched: func(id messages.ChannelID) bool { return a.inForce.Now().Channel(id) != nil },
		Gone:    erasing.NewDeletions(a.Journal, a.Trail).Forget,
		Silent:  func(id messages.ChannelID) string { return a.Settings().Silent(id) },
		Relayed: a.relayed,
		Ours:    a.isOurs,
		Brought: func(l *messages.Line) bool { return a.Settings().Relaying().Brought(l) },
		Mirror:  func(id messages.ChannelID) (string, bool) { return a.Settings().HomeOf(id) },
		Stepped: a.reader.SteppedAll, Backlog: channels.backlog, Before: a.before, Overdrawn: a.pressure.Overdrawn, Agreed: a.agreementOf,
		Telemetry: a.Telemetry, Log: a.Log,
	})
	a.eraser = erasing.New(erasing.Options{
		Journal: a.Journal, Activity: a.activity, Log: a.Log,
		Erased: func(id messages.ChannelID, e messages.Erased) { a.send(channel.Key(id), e) },
	})
	a.history = &history.Reader{Journal: a.Journal, Config: a.in, Log: a.Log}
	a.explainer = explain.New(explain.Options{
		Journal: a.Journal, Config: a.Channel, Activity: a.activity, Thinking: a.thinking, Log: a.Log,
		Explained: func(id messages.ChannelID, e messages.Explained) { a.send(channel.Key(id), e) },
	})
	a.commander = command.New(a.Journal)
	a.presence = account.NewPresence()
	var held func(messages.AccountID) error
	var others account.Elsewhere
	if a.Sharing != nil {
		held, others = a.holdings.check, elsewhere{a}
	}
	a.accounts = account.New(account.Options{
		Hear: a.intake.Hear, Outbox: a.outbox.Deliver, Held: held, Met: a.met, Elsewhere: others, Presence: a.presence, Audible: a.audible, Moot: a.moot, Quoting: a.quoting,
		Send: func(key host.Key, msg any) error { _, err := a.host.Send(key, msg); return err },
		Now:  a.Clock.Now, Telemetry: a.Telemetry, Log: a.Log,
	})
	a.asker = account.NewAsker(account.AskerOptions{
		Accounts: a.accounts, Config: a.in, Thinking: a.thinking, Log: a.Log,
		Answer: func(id messages.ChannelID, e messages.Event) {
			taken, _ := a.relayed(id, e)
			a.send(channel.Key(id), taken)
		},
	})
}

// register tells the host which kinds of actors there are.
func (a *App) register() {
	a.host.Register(channel.Kind, host.Kind{Idle: channelIdle, Crowd: channelCrowd, Event: eventOf, Make: channel.Make(channel.Options{
		Journal:  a.Journal,
		Absent:   func(id messages.AccountID) bool { return a.presence.IsAbsent(id) },
		Config:   a.in,
		Orders:   orders{a, a.inForce, a.accounts, a.asker, a.eraser, a.explainer},
		Draining: func(id messages.ChannelID) bool { return a.draining.Load() || !a.hosts(id) },
		Under:    a.activity.Add,
		Fail:     a.stop,
		Clock:    a.Clock.Now,
		See:      func(at messages.Instant) { a.Clock.See(at) },
		CatchUp:  a.reader.CatchUp,
		Pressure: a.pressure.In,
		Observe:  a.commander.Watch(a.counted(a.observe())),
		Show:     a.show(),
		Log:      a.Log,

		Telemetry: a.Telemetry,
		Turn:      waking.Turnstile(),
	})})
	a.host.Register(account.Kind, host.Kind{Make: a.accounts.Make, Restart: a.accounts.AwaitRestart})
	a.host.Register(agentKind, host.Kind{Idle: agentIdle, Make: a.makeAgent})
	a.host.Register(monitorKind, host.Kind{Make: a.makeMonitor})
	a.host.Register(learnerKind, host.Kind{Make: a.makeLearner})
	a.host.Register(budget.Kind, host.Kind{Make: a.makePurse})
}

// counted makes observe count decisions as well.
func (a *App) counted(observe func([]*messages.Note)) func([]*messages.Note) {
	if a.Telemetry == nil {
		return observe
	}
	return func(notes []*messages.Note) {
		a.Telemetry.Decided(notes)
		if observe != nil {
			observe(notes)
		}
	}
}

// observe returns who sees decisions.
func (a *App) observe() func([]*messages.Note) {
	var all []func([]*messages.Note)
	if a.Watch != nil {
		all = append(all, a.Watch.Notes)
	}
	if a.Observe != nil {
		all = append(all, a.Observe)
	}
	if a.Sharing != nil {
		all = append(all, a.spectators.notes)
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return func(notes []*messages.Note) {
		for _, see := range all {
			see(notes)
		}
	}
}

// modelsChanged returns the function to call when a model stops answering, or
// answers again.
func (a *App) modelsChanged() func() {
	if a.Watch == nil {
		return nil
	}
	return a.Watch.ModelsChanged
}

// show makes channels tell watchers what their familiars are doing, those of other
// processes among them.
func (a *App) show() channel.Show {
	if a.Watch == nil {
		return channel.Show{}
	}
	a.Watch.OnWatch(a.onWatch)
	a.Watch.OnReach(a.onReach)
	if a.Sharing == nil {
		return channel.Show{Watched: a.Watch.Watched, Doing: a.Watch.Doing}
	}
	return channel.Show{
		Watched: func(id messages.ChannelID) bool { return a.Watch.Watched(id) || a.spectators.watches(id) },
		Doing: func(id messages.ChannelID, seats []messages.Doing) {
			a.Watch.Doing(id, shiftedSeats(seats, -a.Clock.Ahead()))
			a.spectators.doing(id, seats, a.Clock.Now())
		},
	}
}

// onWatch shows a new watcher what a channel's familiars are doing.
func (a *App) onWatch(id messages.ChannelID) {
	if a.Sharing != nil {
		a.tellWatched()
	}
	if id == everyChannel {
		return
	}
	if _, live := a.reader.CatchUp(id); live { // otherwise it does so once it is live
		a.send(channel.Key(id), channel.Look{})
	}
}

// onReach shows a new watcher what a channel of another process gets after what it has
// read.
func (a *App) onReach(id messages.ChannelID, seq uint64) {
	if a.Sharing != nil && !a.reader.Reads(id) {
		a.lookOn(id, seq)
	}
}
