// Package process is the whole program as run, demo and load start it in this
// process: the configuration's networks, the app behind them, the listener for page
// and tools, and the reloading of a changed configuration.
package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"sync"

	"familiar/actors/adapter"
	"familiar/actors/adapter/bridge"
	"familiar/actors/adapter/web"
	"familiar/actors/budget"
	"familiar/app"
	"familiar/cluster/clock"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/control"
	"familiar/control/feed"
	"familiar/journal"
	"familiar/messages"
	"familiar/policy/turns"
	"familiar/policy/why"
	"familiar/telemetry"
)

// A Service is a running program with its page: what run and demo have in
// common.
type Service struct {
	App     *app.App
	Web     *webNetwork
	Control *control.Server // nil: no listener
	bridges *bridges
	settled chan struct{} // closed once nothing more is ordered of any network
	changes *reloader     // nil: nothing is reloaded; set by run

	deployment *Deployment // nil: this process is alone

	turning sync.Mutex // requests change the configuration's file one after the other

	telemetry *telemetry.Telemetry // nil: nothing is recorded
	log       *slog.Logger
	counted   counted
	day       *lately[dayCount]    // for the home page
	letters   *lately[letterCount] // the same
	disk      spacious             // nil: the journal has none of its own
}

// A Cast is a service's observers and stores.
type Cast struct {
	Observe func([]*messages.Note) // is shown decisions
	Heard   func(*messages.Line)   // is shown each account's copy of every line; may be nil
	// Open opens what is kept, given the generation in force; nil: a journal in memory.
	Open func(generation func() int) (Kept, error)

	Page string // secret of the page's token; "": one for this run

	Client    app.Client                          // makes the clients of the models; nil: those the configuration means
	Elsewhere string                              // how to move the page when its address is taken; "": by the configuration
	Telemetry *telemetry.Telemetry                // nil: nothing is recorded; the service closes it
	Between   func(app.Connection) app.Connection // wraps each account's connection, always in the same way; may be nil
}

// Kept is what a service works on and what outlives it.
type Kept struct {
	Journal    journal.Journal
	Clock      *clock.Clock  // what the journal goes by; nil: the machine's
	Spent      budget.Store  // keeps what the models cost; nil: nothing does
	Deployment *Deployment   // divides all of it among processes; nil: this one has it alone
	Marks      adapter.Words // keeps which posts were begun on Telegram, OneBot and IRC for the next process; nil: nothing does
	Tokens     adapter.Words // keeps what was heard last on Matrix for the next process; nil: nothing does
	Sessions   adapter.Words // keeps what Discord knows bots by for the next process; nil: nothing does
	Remembered adapter.Words // the same of who accounts are, where there are several processes
}

// NewService puts a program together. A listener's address is already taken when it
// returns.
func NewService(c *config.Config, std command.Streams, log *slog.Logger, with Cast) (_ *Service, err error) {
	s, feed := &Service{log: log, telemetry: with.Telemetry, settled: make(chan struct{})}, feed.New()
	s.day, s.letters = newLately("the day", s.countDay), newLately("dead letters", s.countLetters)
	var kept Kept
	if with.Open != nil {
		if kept, err = with.Open(func() int { return s.App.Settings().Generation }); err != nil {
			return nil, err
		}
		s.deployment = kept.Deployment
		s.disk, _ = kept.Journal.(spacious)
		defer func() {
			if err != nil {
				err = errors.Join(err, kept.Journal.Close())
				s.deployment.Leave()
			}
		}()
	}
	nets := s.networks(kept, std, feed)
	s.Web, s.bridges = nets["web"].(*webNetwork), nets["bridge"].(*bridges)
	if s.App, err = app.New(s.appOptions(c, nets, kept, feed, with)); err != nil {
		return nil, err
	}
	if c.Control.Listen == "" {
		return s, nil
	}
	if s.Control, err = control.New(s.controlOptions(c, kept, feed, with)); err != nil {
		return nil, err
	}
	if err := s.Control.Listen(); err != nil {
		return nil, fmt.Errorf("%w; another familiar may be running: %s", err, cmp.Or(with.Elsewhere, `set control.listen to another address, or to "" for none`))
	}
	return s, nil
}

// networks opens all that can be connected.
func (s *Service) networks(kept Kept, std command.Streams, feed *feed.Feed) map[messages.Network]Network {
	around := Surroundings{
		In:        os.Stdin,
		Out:       std.Out,
		Feed:      feed,
		Present:   s.present,
		Audience:  s.audience,
		past:      s.past,
		elsewhere: s.elsewhere,
		Sessions:  kept.Sessions,
		Marks:     kept.Marks,
		Tokens:    kept.Tokens,
		Divided:   kept.Deployment != nil,
		Log:       s.log,
	}
	nets := make(map[messages.Network]Network, len(Networks))
	for name, open := range Networks {
		nets[name] = open(around)
	}
	return nets
}

func (s *Service) appOptions(c *config.Config, nets map[messages.Network]Network, kept Kept, feed *feed.Feed, with Cast) app.Options {
	var watch app.Watcher = feed
	if with.Heard != nil {
		watch = listener{feed, with.Heard}
	}
	return app.Options{
		Config:     c,
		Connect:    through(everywhere(nets), with.Between),
		Journal:    kept.Journal,
		Clock:      kept.Clock,
		Keep:       c.Journal.Keep,
		Trail:      trailOf(kept.Journal),
		Holds:      holdsOf(kept.Journal),
		Observe:    with.Observe,
		Watch:      watch,
		Log:        s.log,
		Client:     with.Client,
		Sharing:    kept.Deployment.Sharing(),
		Processes:  kept.Deployment.Processes,
		Spent:      kept.Spent,
		Remembered: kept.Remembered,
		Telemetry:  s.telemetry,
	}
}

func (s *Service) controlOptions(c *config.Config, kept Kept, feed *feed.Feed, with Cast) control.Options {
	return control.Options{
		Config:       c.Control.Config,
		Tokens:       c.Control.Grants(),
		Page:         with.Page,
		Journal:      s.App.Journal,
		Feed:         feed,
		Web:          s.Web,
		Bridge:       s.bridge,
		Settled:      s.untilSettled,
		Channel:      web.Channel,
		Tell:         s.tell,
		Members:      s.members,
		Channels:     func() []messages.ChannelID { return s.App.Settings().Named("web") },
		Called:       func(id messages.ChannelID) string { name, _ := s.App.Settings().Called(id); return name },
		Home:         s.home,
		Budget:       s.spending,
		Experiments:  s.experiments,
		Ailing:       s.ailing,
		Silences:     s.silences,
		Letters:      letters{s},
		Holds:        s.holds(kept.Journal),
		Details:      s.details,
		Drain:        s.deployment.orders(),
		Actors:       func(ctx context.Context, most int) control.Actors { return ActorTree(s.App.Actors(ctx, most)) },
		Metrics:      s.telemetry.Metrics(),
		Traces:       traces{s.telemetry, s.App.Settings},
		Why:          s.reasons,
		Verdict:      func(n *messages.Note) string { return string(why.VerdictOf(n)) },
		Log:          s.log,
		Steer:        steering{s},
		Tuner:        tuning{s},
		Experimenter: trying{s},
		Cards:        cards{s},
		Ready:        s.ready,
		Audit:        trailOf(kept.Journal),
		Person:       s.person,
	}
}

// A listener is a feed that also shows lines to somebody else.
type listener struct {
	*feed.Feed
	heard func(*messages.Line)
}

// Record implements app.Watcher.
func (l listener) Record(r journal.Record) {
	l.Feed.Record(r)
	if e, ok := r.Event.(messages.Heard); ok {
		l.heard(e.Line)
	}
}

// tell gives a command to a channel with a familiar.
func (s *Service) tell(ctx context.Context, id messages.ChannelID, c messages.Commanded) error {
	if s.App.Channel(id) == nil {
		return fmt.Errorf("%w: %s", control.ErrNobody, id)
	}
	if _, err := turns.Parse(c.Text); err != nil && c.Command == messages.Turns {
		return fmt.Errorf("%w: %w", control.ErrUnclear, err)
	}
	return s.App.Tell(ctx, id, c)
}

// present returns our accounts in a channel.
func (s *Service) present(id messages.ChannelID) []messages.AccountID {
	settings := s.App.Channel(id)
	if settings == nil {
		return nil
	}
	accounts := make([]messages.AccountID, len(settings.Seats))
	for i := range settings.Seats {
		accounts[i] = settings.Seats[i].Account
	}
	return accounts
}

// audience returns who reads a channel of the web, as the configuration in force says.
func (s *Service) audience(id messages.ChannelID) messages.Audience { return s.App.Audience(id) }

// past returns what an account heard before this process, for its adapter, which
// is opened before the app.
func (s *Service) past(account messages.AccountID) adapter.Past { return pastOf{s, account} }

type pastOf struct {
	service *Service
	account messages.AccountID
}

// Known implements adapter.Past.
func (p pastOf) Known(ctx context.Context, network messages.Network, most int) []messages.ChannelID {
	return p.service.App.Past(p.account).Known(ctx, network, most)
}

// Last implements adapter.Past.
func (p pastOf) Last(ctx context.Context, id messages.ChannelID) (messages.LineID, messages.Instant) {
	return p.service.App.Past(p.account).Last(ctx, id)
}

// Lately implements adapter.Past.
func (p pastOf) Lately(ctx context.Context, id messages.ChannelID, most int) []adapter.Said {
	return p.service.App.Past(p.account).Lately(ctx, id, most)
}

// elsewhere knows which other process has an account.
func (s *Service) elsewhere(account messages.AccountID) bridge.Elsewhere {
	return elsewhereOf{s, account}
}

type elsewhereOf struct {
	service *Service
	account messages.AccountID
}

// Where implements bridge.Elsewhere, in the words of familiar nodes.
func (e elsewhereOf) Where() string {
	p, is := e.service.App.AccountAt(e.account)
	if !is {
		return ""
	}
	return fmt.Sprintf("process %s on %s", p.ID, p.Host)
}

// members returns the familiars in a channel as the page shows them.
func (s *Service) members(id messages.ChannelID) []control.Member {
	settings := s.App.Channel(id)
	if settings == nil {
		return nil
	}
	members := make([]control.Member, len(settings.Seats))
	for i := range settings.Seats {
		seat := &settings.Seats[i]
		now := s.App.Settings()
		f := now.Familiars[seat.Familiar]
		members[i] = control.Member{
			Familiar: seat.Familiar, Account: seat.Account, Person: seat.Person(), Shares: seat.Persona, Name: seat.Name,
			Preset: now.PresetIn(id, seat.Familiar), Model: strings.Join(f.Writers(), ", "),
		}
	}
	return members
}

// Run runs, once, until ctx ends or all networks have ended. The listener ends first, so
// that what it accepted is decided; bridges are served to the end, so that what they were
// ordered to do is known to be done. With a reloader, changes of the configuration are
// applied.
func (s *Service) Run(ctx context.Context, r *reloader) error {
	collector := tuneCollector(os.DirFS("/"))
	defer collector.undo()
	s.App.CaughtUp = collector.caughtUp
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var serving sync.WaitGroup
	if r != nil {
		defer signal.Stop(r.hup) // not before: a stop that takes its time isn't to be cut short
		r.app, s.changes = s.App, r
		s.deployment.reloadsBy(s.reload)
		serving.Go(func() { r.watch(ctx) })
	}
	var failed error
	if s.Control != nil {
		serving.Go(func() { s.day.follow(ctx, s.log) })
		serving.Go(func() { s.letters.follow(ctx, s.log) })
		serving.Go(func() {
			failed = s.Control.Serve(ctx)
			stop()
		})
	}
	err := s.App.Run(ctx)
	close(s.settled)
	s.deployment.Leave()
	stop()
	serving.Wait()
	s.closeTelemetry()
	return errors.Join(failed, err)
}

// through wraps each account's connection with between; nil leaves them unchanged.
func through(connect func(*config.Config) ([]app.Connection, error), between func(app.Connection) app.Connection) func(*config.Config) ([]app.Connection, error) {
	if between == nil {
		return connect
	}
	return func(c *config.Config) ([]app.Connection, error) {
		connections, err := connect(c)
		for i := range connections {
			connections[i] = between(connections[i])
		}
		return connections, err
	}
}
