package app

import (
	"context"
	"errors"
	"fmt"

	"familiar/actors/account"
	"familiar/actors/budget"
	"familiar/actors/scheduling"
	"familiar/app/models"
	"familiar/app/settings"
	"familiar/config"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A Change says what a reload did.
type Change struct {
	Generation int   // of the configuration now in force
	Channels   int   // channels in memory that were told; others meet it when they wake
	Untold     error // why the journal doesn't have it for every channel in memory: they are told once it takes that; nil: it has
}

// Reload puts another configuration in force while everything goes on: knobs,
// cards, models, familiars, channels and the accounts that Options.Connect
// gives for it. An error leaves the old one as it was.
func (a *App) Reload(ctx context.Context, c *config.Config) (Change, error) {
	defer a.inForce.Change()()
	if !a.accounts.Started() {
		return Change{}, errors.New("reload: the program has not started yet")
	}
	old := a.inForce.Now()
	c = c.After(old.Config).At(settings.Now())
	made, err := models.New(c, old.Clients, a.Log, a.modelsChanged(), a.Processes, a.Client)
	if err != nil {
		return Change{}, fmt.Errorf("reload: %w", err)
	}
	leave, err := a.accounts.Stay()
	if err != nil {
		return Change{}, fmt.Errorf("reload: %w", err)
	}
	defer leave()
	met, err := a.connect(ctx, c)
	if err != nil {
		a.reconnect(ctx, old)
		return Change{}, fmt.Errorf("reload: %w", err)
	}
	a.inForce.Replace(c, made, met)
	a.send(budget.Key, budget.Reconfigured{})
	if a.Watch != nil { // others may be in use
		a.Watch.ModelsChanged()
	}
	a.accounts.Keep(a.holdings.here(), met)
	change := Change{Generation: c.Generation}
	if change.Channels, change.Untold = a.tellAll(ctx, c.Generation); change.Untold != nil {
		a.inForce.TellAgain()
	}
	return change, nil
}

// connect makes the accounts of a configuration and asks those that are new who they are. With
// an error some may be closed that the configuration in force has.
func (a *App) connect(ctx context.Context, c *config.Config) (map[messages.AccountID]account.Meeting, error) {
	connections, err := a.Connect(c)
	if err != nil {
		return nil, err
	}
	met := a.meetHere(ctx, connections)
	return met, account.Gone(met)
}

// reconnect goes back to the accounts of the configuration in force, after others were made
// in vain.
func (a *App) reconnect(ctx context.Context, now *settings.Settings) {
	met, err := a.connect(ctx, now.Config)
	if met == nil {
		a.Log.Error("accounts can't be connected as they were", "err", err)
		return
	}
	a.inForce.Replace(now.Config, now.Clients, met)
	a.accounts.Keep(a.holdings.here(), met)
}

// tellAll has every channel in memory take up the configuration in force, and
// gives how many were told.
func (a *App) tellAll(ctx context.Context, generation int) (channels int, err error) {
	a.eachChannel(func(id messages.ChannelID) {
		if err != nil {
			return
		}
		if _, err = a.Journal.Append(ctx, 0, id, messages.Reconfigured{Generation: generation}); err == nil {
			channels++
		}
	})
	return channels, err
}

// scheduled returns what is in force of schedules.
func (a *App) scheduled() scheduling.Settings {
	c := a.Settings()
	return scheduling.Settings{Generation: c.Generation, Scheduled: c.Schedules(), Channel: a.Channel}
}

// Settings returns the configuration in force. It must not be changed.
func (a *App) Settings() *config.Config { return a.inForce.Now().Config }

// in returns the settings in force in a channel; with nobody there it is an empty
// room.
func (a *App) in(id messages.ChannelID) *conversation.Config { return a.inForce.Now().In(id) }

// Channel returns the settings in force in a channel, with our accounts' ids;
// nil when nobody is there.
func (a *App) Channel(id messages.ChannelID) *conversation.Config {
	return a.inForce.Now().Seats(id)
}
