// Package feishu is one account on Feishu or Lark: a bot of a self-built app,
// joined by the app's long connection and the network's REST interface, both
// through the Lark SDK. It knows the network's messages, ids and error codes.
// It knows no familiar and decides nothing; cmd/familiar opens an [Account]
// for each account of the configuration and gives it to a runner.
//
// A person is known by union_id, which all apps of one developer share; an
// open_id means something to this app only and stays in here. The bot itself
// is known by its open_id, the one id the network tells it.
package feishu

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"

	lark "github.com/larksuite/oapi-sdk-go/v3"

	"familiar/actors/adapter/feishu/rest"
)

// network is the first part of a channel's id.
const network messages.Network = "feishu"

// Config is an app and how its account behaves.
type Config struct {
	AppID     string         // "cli_…"
	AppSecret adapter.Secret // itself, not where it comes from

	// URL is where the network's interface is. Default: Feishu's,
	// https://open.feishu.cn; Lark's is https://open.larksuite.com.
	URL string

	// Window is how long a line waits for an earlier one of its channel that
	// is still on the way: the SDK hands events over in any order. Default:
	// 300 ms.
	Window time.Duration
	// Answer is how long an event may wait until it is taken; the network is
	// then told that it was not, and hands it over again. It allows 3 s.
	// Default: 2.5 s.
	Answer time.Duration
	// Lookup is how long a line may wait for a name or for the author of the
	// line it answers. Default: 1.5 s.
	Lookup time.Duration
	// CatchUp is how long after a lost connection is back the lines of the gap
	// are fetched that the network has not handed over again by itself. Such
	// lines arm nothing, so it has the first go. Default: 30 s.
	CatchUp time.Duration

	Past adapter.Past // what was heard before this process, to fetch what it missed; nil: nothing is known

	Log *slog.Logger // slog.Default()
}

func (c Config) withDefaults() Config {
	c.URL = cmp.Or(c.URL, lark.FeishuBaseUrl)
	c.Window = cmp.Or(c.Window, 300*time.Millisecond)
	c.Answer = cmp.Or(c.Answer, 2500*time.Millisecond)
	c.Lookup = cmp.Or(c.Lookup, 1500*time.Millisecond)
	c.CatchUp = cmp.Or(c.CatchUp, 30*time.Second)
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

func (c Config) check() error {
	if c.AppID == "" || c.AppSecret == "" {
		return errors.New("the app's id and secret are required; both are on the app's page under Credentials")
	}
	if !adapter.IsAddress(c.URL, "https", "http") {
		return errors.New("the URL is not that of a web server: want one such as " + lark.LarkBaseUrl)
	}
	return nil
}

// An Account is a bot on the network: an adapter. Its methods may be called
// at the same time, Listen once at a time.
type Account struct {
	id     messages.AccountID
	config Config
	rest   *rest.Client
	log    *slog.Logger

	recalled bool                          // Listen's: lines has what Config.Past knows
	unfilled map[messages.ChannelID]newest // Listen's: gaps that were not looked through before the connection was lost again

	me adapter.Once[self]

	people people
	lines  lines
	taken  *adapter.Recent[string, struct{}]                    // events that need no second answer than yes
	asked  *adapter.Recent[messages.LineID, messages.ChannelID] // where messages stand that this process has not heard
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.Reactor      = (*Account)(nil)
	_ adapter.Editor       = (*Account)(nil)
	_ adapter.FilePoster   = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Historian    = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Describer    = (*Account)(nil)
	_ adapter.Fetcher      = (*Account)(nil)
	_ adapter.Checker      = (*Account)(nil)
)

// Open makes an account of an app. It asks the network nothing yet.
func Open(account messages.AccountID, c Config) (*Account, error) {
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("feishu: account %s: %w", account, err)
	}
	a := &Account{
		id: account, config: c, log: c.Log.With("account", string(account)), people: newPeople(), lines: newLines(),
		unfilled: make(map[messages.ChannelID]newest),
		taken:    adapter.NewRecent[string, struct{}](takenKept), asked: adapter.NewRecent[messages.LineID, messages.ChannelID](askedKept),
	}
	a.rest = rest.Open(rest.Config{AppID: c.AppID, Secret: c.AppSecret, URL: c.URL})
	return a, nil
}
