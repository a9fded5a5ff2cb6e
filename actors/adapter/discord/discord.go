// Package discord is one account, a bot, on Discord. It hears by Discord's
// gateway and posts by its REST interface, both of one token; several
// accounts in one process share nothing.
//
// It knows Discord's channels, names and markup, and gives lines in which
// people, channels and roles stand as they are shown. It keeps no text: only
// ids, names and where it stopped reading, in bounded memory. It knows no
// journal and no familiar and decides nothing: its own posts, other bots and
// edits are reported like anything else. The app gives each [Account] to a
// runner of its own; discordtest is a Discord for tests.
//
// REST goes through discordgo, which knows the endpoints and the rate limits.
// The gateway is this package's own, over the same WebSocket library: with
// discordgo's an event counts as taken when it is read, not when it is in the
// journal; close codes are not told, so that a revoked token is retried for
// ever; identifying keeps no order among shards; and a dead connection is
// noticed after five heartbeats, not one.
package discord

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"
)

// silent is a level below all that discordgo logs: it writes to the standard
// log, and what it says is in the errors that it returns.
const silent = discordgo.LogError - 1

// network is the first part of a channel's id.
const network messages.Network = "discord"

// A Secret is a token. Printed in whatever way, it doesn't show.
type Secret string

// Format prints a stand-in, whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, "(secret)") }

// MarshalText returns a stand-in, so that no encoder shows more.
func (Secret) MarshalText() ([]byte, error) { return []byte("(secret)"), nil }

// LogValue logs a stand-in.
func (Secret) LogValue() slog.Value { return slog.StringValue("(secret)") }

// Config is how an account connects. Only Token is to be given.
type Config struct {
	Token Secret // the bot's, without "Bot "
	URL   string // takes the place of https://discord.com and of the files' hosts; "": those

	MinPause      time.Duration // before connecting again, and before an event is handed over again; doubles; 1 s
	MaxPause      time.Duration // the longest; 1 min
	IdentifyEvery time.Duration // between two shards of one rate-limit key; 5 s, which is Discord's rule
	Waiting       int           // events read and not yet taken; beyond it the network waits; 10,000
	Backfill      int           // lines fetched of a channel after a gap, at most 100; 100; negative: none

	Past adapter.Past // what was heard before this process, to fetch what it missed; nil: nothing is known

	Log *slog.Logger // slog.Default()
}

func (c Config) withDefaults() Config {
	c.MinPause = cmp.Or(c.MinPause, time.Second)
	c.MaxPause = cmp.Or(c.MaxPause, time.Minute)
	c.IdentifyEvery = cmp.Or(c.IdentifyEvery, 5*time.Second)
	c.Waiting = cmp.Or(c.Waiting, 10_000)
	c.Backfill = min(cmp.Or(c.Backfill, 100), 100)
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}

// An Account is an adapter: one bot.
type Account struct {
	id     messages.AccountID
	config Config
	log    *slog.Logger
	rest   *rest

	places *places
	names  *names
	sent   *sent
	texts  *texts

	listening sync.Mutex // one Listen at a time
	recalled  bool       // Listen's: the channels of Config.Past are known
	shards    []*shard   // Listen's; sessions outlive it
	gate      *gate      // Listen's

	blind atomic.Bool // Discord keeps the content of messages from it

	mu        sync.Mutex // the shards share what follows
	me        user
	asked     bool // the slash commands are up to date, or were refused
	fetchings chan struct{}
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Checker      = (*Account)(nil)
	_ adapter.Describer    = (*Account)(nil)
	_ adapter.Editor       = (*Account)(nil)
	_ adapter.Fetcher      = (*Account)(nil)
	_ adapter.FilePoster   = (*Account)(nil)
	_ adapter.Historian    = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Reactor      = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Typer        = (*Account)(nil)
)

// Open makes an account. It asks the network for nothing; an error says that
// the configuration can't work.
func Open(account messages.AccountID, c Config) (*Account, error) {
	c = c.withDefaults()
	if c.Token == "" {
		return nil, fmt.Errorf("discord: account %s: no token", account)
	}
	var base *url.URL
	if c.URL != "" {
		var err error
		if base, err = url.Parse(c.URL); err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
			return nil, fmt.Errorf("discord: account %s: url %q: want http:// or https:// and a host", account, c.URL)
		}
	}
	session, err := discordgo.New("Bot " + string(c.Token))
	if err != nil {
		return nil, errors.New("discord: the client library failed to start")
	}
	session.LogLevel = silent
	session.StateEnabled, session.MaxRestRetries, session.ShouldRetryOnRateLimit = false, 0, false
	transport := &transport{base: base, next: http.DefaultTransport}
	session.Client = &http.Client{Timeout: requestTimeout, Transport: transport}
	a := &Account{
		id: account, config: c, log: c.Log.With("account", string(account)), rest: &rest{session, transport},
		places: newPlaces(), names: newNames(), sent: newSent(), texts: newTexts(),
		fetchings: make(chan struct{}, fetchesAtOnce),
	}
	return a, nil
}
