// Package gateway keeps the shards of one bot connected to Discord's gateway. A
// connection that is lost is taken up again after the last event that was taken;
// what was read and not taken is read again. With [Words] the next process takes
// the session up there, too.
//
// It knows sessions, heartbeats, close codes and how many sessions Discord lets
// a bot begin. Of events it reads no more than which session one begins: package
// discord, which calls it, knows what they say.
package gateway

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
)

// Config is how a bot connects. Every field but those with a zero is to be given.
type Config struct {
	Token         adapter.Secret
	Shards        int           // 0: as many as Discord recommends
	Mine          []int         // numbers of the shards it keeps, of all that there are; nil: all
	MinPause      time.Duration // before connecting again; it doubles
	MaxPause      time.Duration // the longest
	IdentifyEvery time.Duration // between two shards of one rate-limit key

	KeepEvery time.Duration // between two times that a session's place is kept

	// Intents says what the next session is to be told of.
	Intents func() discordgo.Intent
	// Refused is told that Discord refuses a session's intents. Nil: another is
	// begun; an error ends the bot.
	Refused func(asked discordgo.Intent) error

	// Ask asks Discord anew how to connect, before a session is begun: those that other
	// gateways begin count, too. Nil: what Follow was told last is counted down.
	Ask func(context.Context) (Plan, error)
	// Up is told when a shard is connected and has a session, and when it is no more;
	// by several goroutines.
	Up func(shard int, up bool)

	Account string        // under whose name sessions are kept
	Bot     func() string // who that is on Discord
	Words   adapter.Words // keeps them; nil: they end with the process

	Log *slog.Logger
}

// A Plan is how Discord wants a bot to connect, as it answers when asked for the
// gateway.
type Plan struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Start  struct {
		Total          int   `json:"total"`
		Remaining      *int  `json:"remaining"`
		ResetAfter     int64 `json:"reset_after"` // ms
		MaxConcurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// An Event is one that the gateway dispatches.
type Event struct {
	Type  string          `json:"t"`
	Data  json.RawMessage `json:"d"`
	Shard int             `json:"-"` // the number of the one that read it

	cursor  *cursor // nil: it comes from nowhere
	session int     // the cursor's
	seq     int64
}

// Took says that the event needs no more work. One of which it isn't said is
// read again after [Gateway.Rewind].
func (e Event) Took() {
	if e.cursor != nil {
		e.cursor.took(e.session, e.seq)
	}
}

const (
	maxShards   = 1024 // that Discord may recommend
	maxSessions = 1000 // that may be begun a day, if Discord doesn't say
)

// A Gateway is the shards of one bot, or some of them. They and their sessions outlive a Run; its
// methods are called one at a time.
type Gateway struct {
	config Config
	self   string // tells it from other processes'
	of     int    // shards there are, here and elsewhere; 0: not known yet
	shards []*shard
	gate   *gate
	up     atomic.Int32 // shards of these that have a session and are connected
}

// New returns one that has no shards yet.
func New(c Config) *Gateway { return &Gateway{config: c, self: rand.Text()} }

// Follow takes how Discord wants the bot to connect. Shards that were there
// before keep their sessions, unless another process has had them since: then its
// are taken up. The error is an [adapter.RetryError] while the bot may begin no
// more sessions.
func (g *Gateway) Follow(p Plan) error {
	if !isSocket(p.URL) {
		return errors.New("ask for the gateway: the answer has no address")
	}
	if n := Number(cmp.Or(g.config.Shards, p.Shards)); n != g.of {
		g.of, g.shards = n, nil
		for i := range n {
			if g.config.Mine == nil || slices.Contains(g.config.Mine, i) {
				g.shards = append(g.shards, newShard(g, i, n))
			}
		}
	}
	g.gate = g.gate.sized(min(max(p.Start.MaxConcurrency, 1), maxShards), &g.config)
	fresh := 0
	for _, s := range g.shards {
		s.address = p.URL
		if err := s.claim(); err != nil {
			return err
		}
		if s.session == "" {
			fresh++
		}
	}
	if g.gate.follow(p) < fresh {
		return adapter.RetryAfter(time.Duration(p.Start.ResetAfter)*time.Millisecond, errors.New("the bot can't start any more sessions today"))
	}
	return nil
}

// Number returns how many shards there are where so many are asked for.
func Number(asked int) int { return min(max(asked, 1), maxShards) }

// Run keeps every shard connected until ctx ends, and calls take for each event,
// from one goroutine a shard; while take doesn't return that shard reads no
// further. A shard for which trying again is of no use ends ctx by stop: with
// [adapter.ErrGone], or when Discord wants another number of shards.
func (g *Gateway) Run(ctx context.Context, stop context.CancelCauseFunc, take func(Event)) {
	var shards sync.WaitGroup // each reads a socket of its own and keeps its place
	if g.config.Words != nil {
		shards.Go(func() {
			for sleep.For(ctx, g.config.KeepEvery) {
				g.gate.notePassed()
			}
		})
	}
	for _, s := range g.shards {
		shards.Go(func() { s.keepOn(ctx) })
		shards.Go(func() {
			if err := s.stayConnected(ctx, take); err != nil {
				stop(err)
			}
		})
	}
	shards.Wait()
}

// Rewind has the next Run, here or in another process, begin with what was read
// and not taken. Nobody takes events any more.
func (g *Gateway) Rewind() {
	var shards sync.WaitGroup // each waits for the store
	for _, s := range g.shards {
		if !s.cursor.rewind() {
			s.forget()
		}
		shards.Go(s.keep)
	}
	shards.Wait()
}

// Forget ends all sessions: the bot is not to come back to them. Nobody takes
// events any more.
func (g *Gateway) Forget() {
	for _, s := range g.shards {
		s.forget()
	}
}
