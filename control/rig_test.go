package control

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"familiar/control/access"
	"familiar/control/feed"
	"familiar/journal/memory"
	"familiar/messages"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// aria is the familiar of every channel of the tests.
var aria = Member{Familiar: "aria", Account: "web/aria", Person: "aria", Name: "Aria", Preset: "social", Model: "offline"}

// A rig is a server over a journal in memory, and stands in for the network.
type rig struct {
	*Server
	t       testing.TB
	journal *memory.Journal
	said    []*messages.Line
	told    []messages.Commanded
	fail    error // of everything asked of the network
	reacted []string
}

func (r *rig) Say(_ context.Context, l *messages.Line) (bool, error) {
	for _, other := range r.said {
		if other.ID == l.ID {
			return true, r.fail
		}
	}
	r.said = append(r.said, l)
	return false, r.fail
}

func (r *rig) Edit(_ context.Context, l *messages.Line) error {
	r.said = append(r.said, l)
	return r.fail
}

func (r *rig) Reacted(_ context.Context, channel messages.ChannelID, e messages.Reacted) error {
	r.reacted = append(r.reacted, string(channel)+" "+fmt.Sprint(e))
	return r.fail
}

func (r *rig) Delete(context.Context, messages.ChannelID, messages.LineID) error { return r.fail }

func channelID(chat, thread string) messages.ChannelID {
	return messages.Channel{Network: "web", Chat: chat, Thread: thread}.ID()
}

// options are those of a rig that a test may change.
func options(r *rig) Options {
	return Options{
		Config:  Default(),
		Journal: r.journal, Feed: feed.New(), Web: r, Channel: channelID,
		Tell: func(_ context.Context, _ messages.ChannelID, c messages.Commanded) error {
			r.told = append(r.told, c)
			return r.fail
		},
		Members: func(messages.ChannelID) []Member { return []Member{aria} },
		Log:     slog.New(slog.DiscardHandler),
		Tokens: []access.Token{
			{Name: "reader", Secret: "reader", Scopes: []string{"read"}},
			{Name: "garden", Secret: "garden", Scopes: []string{"read", "lines", "control"}, Channels: []string{"garden*"}},
		},
	}
}

func newRig(t testing.TB, change func(*Options)) *rig {
	t.Helper()
	r := &rig{t: t, journal: memory.New(memory.Default())}
	o := options(r)
	if change != nil {
		change(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	r.Server = s
	return r
}

// ask sends one request with the run's own token, unless header says another.
func (r *rig) ask(method, path, body string, header ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	req := httptest.NewRequestWithContext(r.t.Context(), method, path, strings.NewReader(body))
	req.Host = "localhost:7077"
	req.Header.Set("Authorization", "Bearer "+r.run)
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
			continue
		}
		req.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	r.Handler().ServeHTTP(w, req)
	return w
}

// keyOf returns the key of a token.
func (r *rig) keyOf(secret string) access.Key {
	r.t.Helper()
	asks := httptest.NewRequestWithContext(r.t.Context(), http.MethodGet, "/", nil)
	asks.Header.Set("Authorization", "Bearer "+secret)
	k, ok := r.keys.Bearer(asks)
	if !ok {
		r.t.Fatalf("no token has the secret %q", secret)
	}
	return k
}

// hear puts events into the journal and tells the feed, as the app does.
func (r *rig) hear(id messages.ChannelID, events ...messages.Event) {
	r.t.Helper()
	for _, e := range events {
		record, err := r.journal.Append(r.t.Context(), 0, id, e)
		if err != nil {
			r.t.Fatal(err)
		}
		record.Event = e
		r.Feed.Record(record)
	}
}

// decide puts notes into the ledger and tells the feed.
func (r *rig) decide(notes ...*messages.Note) {
	r.t.Helper()
	if err := r.journal.Note(r.t.Context(), notes...); err != nil {
		r.t.Fatal(err)
	}
	r.Feed.Notes(notes)
}

// An event of a stream as it came.
type event struct{ id, name, data string }

// A reading is one reader's stream.
type reading struct {
	t      testing.TB
	in     *bufio.Reader
	cancel func()
	id     string // of the last event that had one
}

// open begins to read a channel's events from a listening server.
func (r *rig) open(server *httptest.Server, path, lastID string) *reading {
	r.t.Helper()
	ctx, cancel := context.WithCancel(r.t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+r.run)
	if lastID != "" {
		req.Header.Set("Last-Event-ID", lastID)
	}
	resp, err := server.Client().Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		r.t.Fatalf("got %s, want 200", resp.Status)
	}
	return &reading{t: r.t, in: bufio.NewReader(resp.Body), id: lastID, cancel: func() {
		cancel()
		_ = resp.Body.Close()
	}}
}

// next returns the next event; err is the stream's end.
func (r *reading) next() (e event, err error) {
	for {
		line, err := r.in.ReadString('\n')
		if err != nil {
			return e, err
		}
		line = strings.TrimSuffix(line, "\n")
		field, value, _ := strings.Cut(line, ": ")
		switch field {
		case "id":
			e.id = value
		case "event":
			e.name = value
		case "data":
			e.data = value
		}
		if line == "" && e.name != "" {
			r.id = cmp.Or(e.id, r.id)
			return e, nil
		}
	}
}

// until reads up to an event of that name.
func (r *reading) until(name string) (all []event) {
	r.t.Helper()
	for {
		e, err := r.next()
		if err != nil {
			r.t.Fatalf("stream ended before %s: %v", name, err)
		}
		if e.name == name {
			return all
		}
		all = append(all, e)
	}
}

func line(id, text string) *messages.Line {
	return &messages.Line{ID: messages.LineID(id), Author: messages.Author{ID: "u1", Name: "Ana"}, Text: text}
}
