package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"

	"familiar/actors/adapter/web"
	"familiar/app"
	"familiar/config"
	"familiar/control"
	"familiar/journal"
	"familiar/messages"
)

// A service is a running program with its page: what run and demo have in
// common.
type service struct {
	app     *app.App
	web     *webNetwork
	control *control.Server // nil: no listener
}

// newService puts a program together. observe is shown decisions, and heard,
// unless it is nil, each account's copy of every line. With a listener its
// address is taken already when this returns.
func newService(c *config.Config, std streams, log *slog.Logger, observe func([]*messages.Note), heard func(*messages.Line)) (*service, error) {
	s, feed := &service{}, control.NewFeed()
	var watch app.Watcher = feed
	if heard != nil {
		watch = listener{feed, heard}
	}
	nets := make(map[messages.Network]network, len(networks))
	for name, open := range networks {
		nets[name] = open(surroundings{in: os.Stdin, out: std.out, feed: feed, present: s.present})
	}
	s.web = nets["web"].(*webNetwork)
	var err error
	if s.app, err = app.New(app.Options{Config: c, Connect: everywhere(nets), Observe: observe, Watch: watch, Log: log}); err != nil {
		return nil, err
	}
	if c.Control.Listen == "" {
		return s, nil
	}
	s.control, err = control.New(control.Options{
		Config:   c.Control.Config,
		Tokens:   c.Control.Grants(),
		Journal:  s.app.Journal,
		Feed:     feed,
		Web:      s.web,
		Channel:  web.Channel,
		Tell:     s.tell,
		Members:  s.members,
		Channels: func() []messages.ChannelID { return s.app.Settings().Named("web") },
		Log:      log,
	})
	if err != nil {
		return nil, err
	}
	if err := s.control.Listen(); err != nil {
		return nil, fmt.Errorf("%w; another familiar may be running: set control.listen to another address, or to \"\" for none", err)
	}
	return s, nil
}

// A listener is a feed that shows lines to somebody else, too.
type listener struct {
	*control.Feed
	heard func(*messages.Line)
}

// Record implements app.Watcher.
func (l listener) Record(r journal.Record) {
	l.Feed.Record(r)
	if e, ok := r.Event.(messages.Heard); ok {
		l.heard(e.Line)
	}
}

// tell gives a command to a channel where somebody is.
func (s *service) tell(ctx context.Context, id messages.ChannelID, c messages.Commanded) error {
	if s.app.Channel(id) == nil {
		return fmt.Errorf("%w: %s", control.ErrNobody, id)
	}
	return s.app.Tell(ctx, id, c)
}

// present gives our accounts in a channel.
func (s *service) present(id messages.ChannelID) []messages.AccountID {
	settings := s.app.Channel(id)
	if settings == nil {
		return nil
	}
	accounts := make([]messages.AccountID, len(settings.Seats))
	for i := range settings.Seats {
		accounts[i] = settings.Seats[i].Account
	}
	return accounts
}

// members gives the familiars in a channel as the page shows them.
func (s *service) members(id messages.ChannelID) []control.Member {
	settings := s.app.Channel(id)
	if settings == nil {
		return nil
	}
	members := make([]control.Member, len(settings.Seats))
	for i := range settings.Seats {
		seat := &settings.Seats[i]
		f := s.app.Settings().Familiars[seat.Familiar]
		members[i] = control.Member{Familiar: seat.Familiar, Account: seat.Account, Person: seat.Self, Name: seat.Name, Preset: f.Preset, Model: f.Model}
	}
	return members
}

// run goes on until ctx ends or no network has anything more to say. The
// listener ends first, so that what it took is decided. With a reloader,
// changes of the configuration are taken up.
func (s *service) run(ctx context.Context, r *reloader) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var serving sync.WaitGroup
	if r != nil {
		r.app = s.app
		serving.Go(func() { r.watch(ctx) })
	}
	var failed error
	if s.control != nil {
		serving.Go(func() {
			failed = s.control.Serve(ctx)
			stop()
		})
	}
	err := s.app.Run(ctx)
	stop()
	serving.Wait()
	return errors.Join(failed, err)
}
