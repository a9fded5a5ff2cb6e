package discord

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/await"
	"familiar/messages"

	"familiar/actors/adapter"

	"familiar/actors/adapter/discord/rest"
)

// A rig is an account on a stand-in with one guild and one channel.
type rig struct {
	*discordtest.Server
	bot            *discordtest.Bot
	guild, general string
	account        *Account
	channel        messages.ChannelID
}

func newRig(t testing.TB) *rig { return newRigAhead(t, 0) }

// newRigAhead is newRig of a Discord whose clock is ahead of the machine's.
func newRigAhead(t testing.TB, by time.Duration) *rig {
	r := &rig{Server: discordtest.StartAhead(t, by)}
	r.bot = r.AddBot("moth")
	r.guild = r.AddGuild("Moth Lab")
	r.general = r.AddChannel(r.guild, "general", 0)
	r.channel = r.id(r.general)
	r.account = r.open(t, r.bot)
	return r
}

func (r *rig) open(t testing.TB, b *discordtest.Bot) *Account {
	t.Helper()
	return r.openKept(t, b, nil)
}

// openKept opens an account whose sessions are kept in words, as another process
// would.
func (r *rig) openKept(t testing.TB, b *discordtest.Bot, words adapter.Words) *Account {
	t.Helper()
	return r.openWith(t, b, func(c *Config) { c.Sessions = words })
}

// openWith opens an account with settings of the test's.
func (r *rig) openWith(t testing.TB, b *discordtest.Bot, change func(*Config)) *Account {
	t.Helper()
	c := Config{
		Token: adapter.Secret(b.Token), URL: r.URL, Log: slog.New(slog.DiscardHandler),
		MinPause: 5 * time.Millisecond, MaxPause: 50 * time.Millisecond, IdentifyEvery: 5 * time.Millisecond, KeepEvery: 5 * time.Millisecond,
	}
	change(&c)
	a, err := Open(messages.AccountID("discord-"+b.Name), c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (r *rig) id(channel string) messages.ChannelID {
	return messages.Channel{Network: network, Workspace: r.guild, Chat: channel}.ID()
}

// connected waits until the account is.
func (r *rig) connected(t testing.TB) {
	t.Helper()
	r.Await(t, "a connection", func() bool { return r.Connected() > 0 })
}

// An ear takes what an account hears, in words.
type ear struct {
	mu     sync.Mutex
	heard  []string
	events []messages.Event
	more   chan struct{}
	ended  chan error
	stop   context.CancelFunc
}

// listen listens with a, and stops at the test's end.
func listen(t testing.TB, a *Account) *ear {
	ctx, stop := context.WithCancel(t.Context())
	e := &ear{more: make(chan struct{}, 1), ended: make(chan error, 1), stop: stop}
	go func() { e.ended <- a.Listen(ctx, e.hear) }()
	t.Cleanup(func() { stop() })
	return e
}

func (e *ear) hear(_ context.Context, channel messages.ChannelID, event messages.Event) error {
	e.mu.Lock()
	e.heard = append(e.heard, words(channel, event))
	e.events = append(e.events, event)
	e.mu.Unlock()
	select {
	case e.more <- struct{}{}:
	default:
	}
	return nil
}

// words says what an event is.
func words(channel messages.ChannelID, event messages.Event) string {
	switch e := event.(type) {
	case messages.Heard:
		return said("", e.Line)
	case messages.Edited:
		return said("edited ", e.Line)
	case messages.Deleted:
		return "deleted " + string(e.ID)
	case messages.Forgotten:
		if e.All {
			return "forgotten " + string(channel)
		}
	}
	return fmt.Sprintf("%s: %T", channel, event)
}

func said(what string, l *messages.Line) string {
	if l.Backfilled {
		what += "late "
	}
	return what + l.Author.Name + ": " + l.Text
}

// wants waits until as much was heard as is wanted, and compares.
func (e *ear) wants(t testing.TB, want ...string) []messages.Event {
	t.Helper()
	events := e.until(t, len(want))
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.Equal(e.heard, want) {
		t.Fatalf("heard\n%q\nwant\n%q", e.heard, want)
	}
	return events
}

// until waits until n events were heard.
func (e *ear) until(t testing.TB, n int) []messages.Event {
	t.Helper()
	late := time.After(await.Patience)
	for {
		e.mu.Lock()
		heard, events := slices.Clone(e.heard), slices.Clone(e.events)
		e.mu.Unlock()
		if len(events) >= n {
			return events
		}
		select {
		case <-e.more:
		case err := <-e.ended:
			t.Fatalf("Listen ended: %v", err)
		case <-late:
			t.Fatalf("heard %q, want %d events", heard, n)
		}
	}
}

// end waits for Listen's end.
func (e *ear) end(t testing.TB) error {
	t.Helper()
	return await.Value(t, "the end of Listen", e.ended)
}

func line(t testing.TB, e messages.Event) *messages.Line {
	t.Helper()
	switch e := e.(type) {
	case messages.Heard:
		return e.Line
	case messages.Edited:
		return e.Line
	}
	t.Fatalf("got %T, want a line", e)
	return nil
}

func post(r *rig, id, text string) messages.Post {
	return messages.Post{ID: messages.PostID(id), Channel: r.channel, Text: text, Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
}

func (e *ear) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.events)
}

// through has an account ask Discord through next.
func through(t testing.TB, a *Account, next http.RoundTripper) {
	t.Helper()
	var err error
	if a.rest, err = rest.Open(a.config.Token, a.config.URL, next); err != nil {
		t.Fatal(err)
	}
}

// nowhere answers every request with Discord's word for what doesn't exist.
type nowhere struct{}

func (nowhere) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusNotFound, Status: "404 Not Found", Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"code": 10003, "message": "Unknown Channel"}`)),
	}, nil
}
