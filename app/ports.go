package app

import (
	"context"
	"io"
	"slices"

	"familiar/actors/account"
	"familiar/actors/adapter"
	"familiar/actors/agent"
	"familiar/config"
	"familiar/messages"
)

// ports returns what a turn's tools can reach in its place.
func (a *App) ports(o messages.Compose) agent.Ports {
	in := a.inForce.Now()
	seat := in.Seats(o.Channel).SeatOf(o.Familiar)
	ports := agent.Ports{
		Engage: func(ctx context.Context, o messages.Compose, id messages.ChannelID) (refused string, err error) {
			return a.commander.Engage(ctx, o, id, a.Channel(id).SeatOf(o.Familiar))
		},
		History: func(ctx context.Context, before messages.LineID, n int) ([]messages.Quoted, error) {
			return a.history.Before(ctx, o.Channel, o.Familiar, before, n)
		},
		Images: seesImages(in.Config, o.Familiar),
		Fork:   true,
	}
	if seat == nil {
		return ports
	}
	if account.Could[adapter.Reactor](a.accounts, seat.Account) != nil {
		ports.React = true
	}
	ports.Edit = account.Could[adapter.Editor](a.accounts, seat.Account) != nil
	ports.Files = account.Could[adapter.FilePoster](a.accounts, seat.Account) != nil
	if fetcher := account.Could[adapter.Fetcher](a.accounts, seat.Account); fetcher != nil {
		ports.Fetch = func(ctx context.Context, line messages.LineID, at messages.Attachment) (file io.ReadCloser, err error) {
			err = adapter.Fenced(a.Log, seat.Account, "fetch", func() (err error) {
				file, err = fetcher.Fetch(ctx, o.Channel, line, at)
				return err
			})
			return file, err
		}
	}
	return ports
}

// seesImages reports whether every model that may write a familiar's replies can
// be shown pictures: which one will, nobody knows when a turn begins.
func seesImages(c *config.Config, id messages.FamiliarID) bool {
	f := c.Familiars[id]
	return len(f.Writers()) > 0 && !slices.ContainsFunc(f.Writers(), func(name string) bool { return !c.Models[name].Images })
}
