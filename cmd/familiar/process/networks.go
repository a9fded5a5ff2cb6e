package process

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strconv"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/bridge"
	"familiar/actors/adapter/terminal"
	"familiar/actors/adapter/web"
	"familiar/app"
	"familiar/config"
	"familiar/control"
	"familiar/control/feed"
	"familiar/messages"
)

// A Network returns the accounts a configuration has on it, always with the same
// adapter for the same account.
type Network interface {
	Connect(*config.Config) ([]app.Connection, error)
}

// Networks is the table of what can be connected. config.Networks has the same
// names, for what a configuration may say.
var Networks = map[messages.Network]func(Surroundings) Network{
	"discord":  newDiscord,
	"irc":      newIRC,
	"matrix":   newMatrix,
	"slack":    newSlack,
	"telegram": newTelegram,
	"onebot":   newOneBot,
	"terminal": newTerminal,
	"web":      newWeb,
	"feishu":   newFeishu,
	"bridge":   newBridges,
}

// Surroundings is what networks may need of the process.
type Surroundings struct {
	In      io.Reader
	Out     io.Writer
	Feed    *feed.Feed
	Present func(messages.ChannelID) []messages.AccountID
	past    func(messages.AccountID) adapter.Past // nil without an app

	elsewhere func(messages.AccountID) bridge.Elsewhere // nil without an app

	Audience func(messages.ChannelID) messages.Audience // of the web, as the configuration in force says; nil: nobody says

	Sessions adapter.Words // where Discord's sessions are kept for the next process; nil: nowhere
	Marks    adapter.Words // where posts on Telegram, OneBot and IRC are marked for the next process; nil: nowhere
	Tokens   adapter.Words // where it is kept what was heard last on Matrix for the next process; nil: nowhere
	Divided  bool          // other processes may have some of an account's shards
	Log      *slog.Logger
}

// pastOf returns what an account heard before this process; nil if unknown.
func (s Surroundings) pastOf(id messages.AccountID) adapter.Past {
	if s.past == nil {
		return nil
	}
	return s.past(id)
}

// everywhere connects all networks.
func everywhere(nets map[messages.Network]Network) func(*config.Config) ([]app.Connection, error) {
	return func(c *config.Config) ([]app.Connection, error) {
		var all []app.Connection
		for name, n := range nets {
			if !c.On(name) {
				continue
			}
			connections, err := n.Connect(c)
			if err != nil {
				return nil, err
			}
			all = append(all, connections...)
		}
		if len(all) == 0 {
			return nil, errors.New("nothing to connect: no rule puts a familiar in any channel")
		}
		return all, nil
	}
}

// A terminalNetwork is the prompt of run: it has no commands.
type terminalNetwork struct {
	terminal *terminal.Terminal
	accounts map[messages.AccountID]*terminal.Account
}

func newTerminal(s Surroundings) Network {
	run := strconv.FormatInt(time.Now().UnixMilli(), 36)
	return NewTerminal(terminal.Open(terminal.Config{Run: run}, s.In, s.Out))
}

// NewTerminal returns the network of one that is open.
func NewTerminal(t *terminal.Terminal) Network {
	return &terminalNetwork{t, make(map[messages.AccountID]*terminal.Account)}
}

func (n *terminalNetwork) Connect(c *config.Config) ([]app.Connection, error) {
	settings := c.Channel(terminal.Channel)
	if settings == nil {
		return nil, nil
	}
	var connections []app.Connection
	for _, seat := range settings.Seats {
		a, known := n.accounts[seat.Account]
		if !known {
			var err error
			if a, err = n.terminal.Account(seat.Account, seat.Name); err != nil {
				return nil, err
			}
			n.accounts[seat.Account] = a
		}
		connections = append(connections, app.Connection{Account: seat.Account, Adapter: a})
	}
	return connections, nil
}

// A webNetwork is the network that control's interface speaks for.
type webNetwork struct {
	*web.Network
	accounts map[messages.AccountID]webAccount
}

type webAccount struct {
	*web.Account
	name string
}

var _ control.Web = (*webNetwork)(nil)

func newWeb(s Surroundings) Network {
	return &webNetwork{web.Open(web.Config{Present: s.Present, Audience: s.Audience, Typing: s.Feed.Typing, Reacting: s.Feed.Reacting}), make(map[messages.AccountID]webAccount)}
}

func (n *webNetwork) Connect(c *config.Config) ([]app.Connection, error) {
	var connections []app.Connection
	for _, v := range c.Voices("web") {
		a, known := n.accounts[v.Account]
		if !known || a.name != v.Name {
			open := n.Account
			if known {
				open = n.Successor
			}
			opened, err := open(v.Account, v.Name)
			if err != nil {
				return nil, err
			}
			a = webAccount{opened, v.Name}
			n.accounts[v.Account] = a
		}
		connections = append(connections, app.Connection{Account: v.Account, Adapter: a.Account})
	}
	return connections, nil
}

// Say implements control.Web.
func (n *webNetwork) Say(ctx context.Context, l *messages.Line) (duplicate bool, err error) {
	duplicate, err = n.Network.Say(ctx, l)
	return duplicate, inControl(err)
}

// Edit implements control.Web.
func (n *webNetwork) Edit(ctx context.Context, l *messages.Line) error {
	return inControl(n.Network.Edit(ctx, l))
}

// Reacted implements control.Web.
func (n *webNetwork) Reacted(ctx context.Context, channel messages.ChannelID, r messages.Reacted) error {
	return inControl(n.Network.Reacted(ctx, channel, r))
}

// Delete implements control.Web.
func (n *webNetwork) Delete(ctx context.Context, channel messages.ChannelID, id messages.LineID) error {
	return inControl(n.Network.Delete(ctx, channel, id))
}

// inControl returns the network's error as control knows it.
func inControl(err error) error {
	for _, known := range []struct{ from, to error }{
		{web.ErrNobody, control.ErrNobody},
		{web.ErrClosed, control.ErrClosed},
		{web.ErrReserved, control.ErrReserved},
		{adapter.ErrRefused, control.ErrRefused},
	} {
		if errors.Is(err, known.from) {
			return errors.Join(known.to, err)
		}
	}
	return err
}
