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
// Below it, rest/ asks the REST interface through discordgo, which knows the
// endpoints and the rate limits. The gateway, in gateway/, is our own over the
// same WebSocket library: with discordgo's an event counts as taken when it is read, not when it is in the
// journal; close codes are not told, so that a revoked token is retried for
// ever; identifying keeps no order among shards; and a dead connection is
// noticed after five heartbeats, not one.
package discord

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/gateway"

	"familiar/actors/adapter/discord/rest"
)

// network is the first part of a channel's id.
const network messages.Network = "discord"

// Config is how an account connects. Only Token is to be given.
type Config struct {
	Token   adapter.Secret // the bot's, without "Bot "
	Shards  int            // connections that divide the guilds; 0: as many as Discord recommends
	Divided bool           // Listen hears the first shard alone, the others are for [Account.ListenShard], here and in other processes; needs Sessions
	Faces   bool           // those who share the account post under their own names and pictures, by webhooks; false: the caller puts the name before the text
	URL     string         // takes the place of https://discord.com and of the files' hosts; "": those

	MinPause      time.Duration // before connecting again, and before an event is handed over again; doubles; 1 s
	MaxPause      time.Duration // the longest; 1 min
	IdentifyEvery time.Duration // between two shards of one rate-limit key; 5 s, which is Discord's rule
	KeepEvery     time.Duration // between two times that a session's place is kept in Sessions; 1 s
	Waiting       int           // events read and not yet taken; beyond it the network waits; 10,000
	Backfill      int           // lines fetched of a channel after a gap, at most 100; 100; negative: none

	Past     adapter.Past  // what was heard before this process, to fetch what it missed; nil: nothing is known
	Sessions adapter.Words // where sessions are kept for the next process; nil: they end with this one

	Log *slog.Logger // slog.Default()
}

func (c Config) withDefaults() Config {
	c.MinPause = cmp.Or(c.MinPause, time.Second)
	c.MaxPause = cmp.Or(c.MaxPause, time.Minute)
	c.IdentifyEvery = cmp.Or(c.IdentifyEvery, 5*time.Second)
	c.KeepEvery = cmp.Or(c.KeepEvery, time.Second)
	c.Waiting = cmp.Or(c.Waiting, 10_000)
	c.Backfill = min(cmp.Or(c.Backfill, 100), 100)
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

// An Account is an adapter: one bot.
type Account struct {
	id     messages.AccountID
	config Config
	log    *slog.Logger
	rest   *rest.Client

	places *places
	names  *names
	sent   *sent
	texts  *texts
	faces  *faces
	shards shards
	me     identity
	turns  turns // of asking for guilds

	listening sync.Mutex       // one Listen at a time
	recalling sync.Mutex       // one shard recalls
	recalled  bool             // the channels of Config.Past are known
	gateway   *gateway.Gateway // Listen's; sessions outlive it

	blind     atomic.Bool // Discord keeps the content of messages from it
	prepared  atomic.Bool // see [Account.prepare]
	fetchings chan struct{}
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Audiencer    = (*Account)(nil)
	_ adapter.Checker      = (*Account)(nil)
	_ adapter.Describer    = (*Account)(nil)
	_ adapter.Editor       = (*Account)(nil)
	_ adapter.Fetcher      = (*Account)(nil)
	_ adapter.FilePoster   = (*Account)(nil)
	_ adapter.Historian    = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Namer        = (*Account)(nil)
	_ adapter.Reactor      = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Sharded      = (*Account)(nil)
	_ adapter.Typer        = (*Account)(nil)
)

// Open makes an account. It asks the network for nothing; an error says that
// the configuration can't work.
func Open(account messages.AccountID, c Config) (*Account, error) {
	c = c.withDefaults()
	if c.Token == "" {
		return nil, fmt.Errorf("discord: account %s: no token", account)
	}
	client, err := rest.Open(c.Token, c.URL, http.DefaultTransport)
	if err != nil {
		return nil, fmt.Errorf("discord: account %s: %w", account, err)
	}
	a := &Account{
		id: account, config: c, log: c.Log.With("account", string(account)), rest: client,
		places: newPlaces(), names: newNames(), sent: newSent(), texts: newTexts(), faces: newFaces(),
		shards: newShards(), fetchings: make(chan struct{}, fetchesAtOnce),
	}
	return a, nil
}

// backoff returns how Discord is asked again after a failure.
func (a *Account) backoff() adapter.Backoff {
	return adapter.Backoff{First: a.config.MinPause, Most: a.config.MaxPause}
}
