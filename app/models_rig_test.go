package app

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/config"
	"familiar/internal/await"
	"familiar/messages"
	"familiar/messages/because"
)

// patient is how long a test waits for an event before it fails.
const patient = await.Patience

// A wired is the whole program with models behind real HTTP, hence in real
// time, and a network on which anybody may speak in any channel.
type wired struct {
	ctx   context.Context // ends when the test has waited long enough
	app   *App
	heard chan adapter.Hear // how to speak
	hear  adapter.Hear

	mu      sync.Mutex // the program's goroutines note and post
	notes   []messages.Note
	posts   map[messages.ChannelID]int
	changed chan struct{} // closed and replaced with every note and post
	said    []messages.Post
	reacted []messages.React
	edited  []messages.Edit
	refuse  func(messages.Post) error // of a post, by the network; nil: none is refused
}

// wire starts the program with a configuration, and ends it with the test.
func wire(t *testing.T, text string) *wired {
	t.Helper()
	return wireWith(t, text, slog.New(slog.DiscardHandler))
}

// wireWith does so with that log.
func wireWith(t *testing.T, text string, log *slog.Logger) *wired {
	t.Helper()
	c, err := config.Parse("test.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	w := &wired{heard: make(chan adapter.Hear, 1), posts: map[messages.ChannelID]int{}, changed: make(chan struct{})}
	var cancel context.CancelFunc
	w.ctx, cancel = context.WithTimeout(t.Context(), patient)
	t.Cleanup(cancel)
	connect := func(c *config.Config) (connections []Connection, err error) {
		for id := range c.Familiars { // each has a channel of its name
			connections = append(connections, Connection{Account: c.Channel(channelOf(string(id))).Seats[0].Account, Adapter: w})
		}
		return connections, nil
	}
	w.app, err = New(Options{Config: c, Connect: connect, Observe: w.observe, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	running, stop := context.WithCancel(context.Background())
	go func() { ended <- w.app.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v", err)
		}
	})
	select {
	case w.hear = <-w.heard:
	case <-w.ctx.Done():
		t.Fatal("nobody listens")
	}
	return w
}

func channelOf(name string) messages.ChannelID {
	return messages.Channel{Network: "web", Chat: name}.ID()
}

// Listen implements adapter.Adapter. One account hears for all.
func (w *wired) Listen(ctx context.Context, hear adapter.Hear) error {
	select {
	case w.heard <- hear:
	default:
	}
	<-ctx.Done()
	return ctx.Err()
}

// Post implements adapter.Adapter.
func (w *wired) Post(_ context.Context, p messages.Post) (adapter.Posted, error) {
	if w.refuse != nil {
		if err := w.refuse(p); err != nil {
			return adapter.Posted{}, err
		}
	}
	w.change(func() {
		w.posts[p.Channel]++
		w.said = append(w.said, p)
	})
	return adapter.Posted{Line: messages.LineID("post " + string(p.ID))}, nil
}

// React implements adapter.Reactor.
func (w *wired) React(_ context.Context, o messages.React) error {
	w.change(func() { w.reacted = append(w.reacted, o) })
	return nil
}

func (w *wired) observe(notes []*messages.Note) {
	w.change(func() {
		for _, n := range notes {
			w.notes = append(w.notes, *n)
		}
	})
}

func (w *wired) change(what func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	what()
	close(w.changed)
	w.changed = make(chan struct{})
}

// say addresses the familiar of a channel.
func (w *wired) say(t *testing.T, channel, line string) {
	t.Helper()
	id := channelOf(channel)
	seat := w.app.inForce.Now().Channel(id).Seats[0]
	err := w.hear(w.ctx, id, messages.Heard{Line: &messages.Line{
		ID: messages.LineID(line), Channel: id, Account: seat.Account, Author: messages.Author{ID: "ana", Name: "Ana"},
		Text: "@" + seat.Name + " is it " + line + "?", At: messages.InstantOf(time.Now()), Mentions: []messages.PersonID{seat.Self},
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// posted waits until a channel has so many posts.
func (w *wired) posted(t *testing.T, channel string, n int) {
	t.Helper()
	for {
		w.mu.Lock()
		got, changed := w.posts[channelOf(channel)], w.changed
		w.mu.Unlock()
		if got >= n {
			return
		}
		select {
		case <-changed:
		case <-w.ctx.Done():
			t.Fatalf("%s: got %d posts, want %d; decided there:\n%s", channel, got, n, w.decided(channel))
		}
	}
}

// until waits for what happens in a channel; is is asked with the lock held.
func (w *wired) until(t *testing.T, channel, what string, is func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patient/2)
	defer cancel()
	for {
		w.mu.Lock()
		done, changed := is(), w.changed
		w.mu.Unlock()
		if done {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("%s: no %s; decided:\n%s", channel, what, w.decided(channel))
		}
	}
}

// decided returns what was noted in a channel: "line act rung: reason" a line.
func (w *wired) decided(channel string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.told(channel)
}

// told is decided with the lock held.
func (w *wired) told(channel string) string {
	var b strings.Builder
	for _, n := range w.notes {
		if n.Channel == channelOf(channel) {
			fmt.Fprintf(&b, "%s %s %s: %s\n", n.Line, n.Act, n.Rung, because.Written(n.Reason))
		}
	}
	return b.String()
}

// waiting waits until so many calls wait before a model. A gate tells nobody
// that somebody queued, so it is asked again and again.
func (w *wired) waiting(t *testing.T, model string, n int) {
	t.Helper()
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	gate := w.app.inForce.Now().Clients.Gates[model]
	for gate.Stats().Waiting != n {
		select {
		case <-again.C:
		case <-w.ctx.Done():
			t.Fatalf("got %+v, want %d waiting", gate.Stats(), n)
		}
	}
}
