package matrix

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/matrix/matrixtest"
	"familiar/internal/await"
	"familiar/messages"
)

var garden = place{room: matrixtest.Garden}.channel()

// open joins an account to a homeserver of its own.
func open(t *testing.T, changes ...func(*Config)) (*Account, *matrixtest.Server) {
	t.Helper()
	s := matrixtest.New()
	t.Cleanup(s.Close)
	return join(t, "acc", s, changes...), s
}

func join(t *testing.T, id messages.AccountID, s *matrixtest.Server, changes ...func(*Config)) *Account {
	t.Helper()
	c := Config{Token: matrixtest.Token, URL: s.URL, Pause: time.Millisecond, Log: slog.New(slog.DiscardHandler)}
	for _, change := range changes {
		change(&c)
	}
	a, err := Open(id, c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAdapter: the contract of all networks.
func TestAdapter(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
		a, s := open(t, func(c *Config) { c.Tokens = newWords() })
		people := map[string]string{}
		person := func(author string) string {
			id, known := people[author]
			if !known {
				id = fmt.Sprintf("@person%d:test.example", len(people))
				people[author] = id
				s.AddUser(id, author, "")
				s.Join(matrixtest.Garden, id)
			}
			return id
		}
		reaction := ""
		return adaptertest.Rig{
			Adapter: a, Channel: garden, Me: matrixtest.Moth, Echoes: true,
			Say: func(author, text string) { s.Say(matrixtest.Garden, person(author), text) },
			Carried: func(text string) (string, bool) {
				if !utf8.ValidString(text) {
					return strings.ToValidUTF8(text, "\ufffd"), false // JSON has no such bytes
				}
				return text, true
			},
			Attach: func(author, text string) {
				s.Write(matrixtest.Garden, person(author), matrixtest.Object{
					"msgtype": "m.file", "body": text, "filename": adaptertest.FileName, "url": "mxc://test.example/F1",
					"info": matrixtest.Object{"mimetype": adaptertest.FileType, "size": adaptertest.FileBytes},
				})
			},
			Ail: func(posts int) {
				for range posts {
					s.Refuse("send", matrixtest.Refusal{Status: 429, Code: "M_LIMIT_EXCEEDED", RetryAfter: 1})
				}
			},
			Revoke: func() { s.Revoke(matrixtest.Moth) },
			Posted: func() []string { return s.Posted(matrixtest.Moth) },
			React: func(line messages.LineID, removed bool) {
				if removed {
					s.Redact(matrixtest.Garden, matrixtest.Bob, reaction)
					return
				}
				reaction = s.React(matrixtest.Garden, matrixtest.Bob, string(line), "👍")
				s.UntilHanded(matrixtest.Moth) // one that is erased before has nothing in it any more
			},
			Stands: func(line messages.LineID) string { return s.Stands(string(line)) },
			Files:  func() []string { return s.Files(matrixtest.Moth) },
		}
	})
}

// TestTwoOfOneNetwork: two accounts of one homeserver.
func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		a, s := open(t)
		const wasp, private = "@wasp:test.example", "!private:test.example"
		s.AddUser(wasp, "Wasp", "test-token-of-wasp")
		s.Join(matrixtest.Garden, wasp)
		s.AddRoom(private, matrixtest.Moth, matrixtest.Ana, matrixtest.Bob)
		s.AddRoom("!first:test.example", matrixtest.Moth, matrixtest.Ana)
		s.AddRoom("!second:test.example", wasp, matrixtest.Ana)
		b := join(t, "wasp", s, func(c *Config) { c.Token = "test-token-of-wasp" })
		return adaptertest.TwoRig{
			Adapters: [2]adapter.Adapter{a, b}, Accounts: [2]messages.AccountID{"acc", "wasp"},
			Say: func(text string) { s.Say(matrixtest.Garden, matrixtest.Ana, text) },
			Whisper: func(to int, text string) {
				s.Say([2]string{"!first:test.example", "!second:test.example"}[to], matrixtest.Ana, text)
			},
			Confide: func(_ int, text string) { s.Say(private, matrixtest.Ana, text) },
		}
	})
}

// words are kept in memory, over the life of accounts.
type words struct {
	mu   sync.Mutex // several accounts at once
	kept map[string]string
	at   map[string]uint64
}

func newWords() *words { return &words{kept: map[string]string{}, at: map[string]uint64{}} }

func (w *words) Read(name string) ([]byte, uint64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return []byte(w.kept[name]), w.at[name], nil
}

func (w *words) Write(name string, over uint64, body []byte) (uint64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.at[name] != over {
		return 0, errors.New("another was written")
	}
	w.kept[name] = string(body)
	w.at[name]++
	return w.at[name], nil
}

// A journal takes what an account hears, as often as it is told to.
type journal struct {
	mu      sync.Mutex
	events  []heardEvent
	changed chan struct{}
	answer  func(messages.Event) error // nil: takes all
}

type heardEvent struct {
	channel messages.ChannelID
	event   messages.Event
}

func newJournal() *journal { return &journal{changed: make(chan struct{})} }

func (j *journal) hear(_ context.Context, channel messages.ChannelID, e messages.Event) error {
	j.mu.Lock()
	answer := j.answer
	j.mu.Unlock()
	if answer != nil {
		if err := answer(e); err != nil {
			return err
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events = append(j.events, heardEvent{channel, e})
	close(j.changed)
	j.changed = make(chan struct{})
	return nil
}

// until waits for so many events.
func (j *journal) until(t *testing.T, n int) []heardEvent {
	t.Helper()
	patience := time.After(await.Patience)
	for {
		j.mu.Lock()
		events, changed := slices.Clone(j.events), j.changed
		j.mu.Unlock()
		if len(events) >= n {
			return events
		}
		select {
		case <-changed:
		case <-patience:
			t.Fatalf("took %d events, want %d: %+v", len(events), n, events)
		}
	}
}

// line waits for so many events and returns the last one's line.
func (j *journal) line(t *testing.T, n int) *messages.Line {
	t.Helper()
	switch e := j.until(t, n)[n-1].event.(type) {
	case messages.Heard:
		return e.Line
	case messages.Edited:
		return e.Line
	default:
		t.Fatalf("event %d is %+v, want a line", n, e)
		return nil
	}
}

// listen has a runner listen until the test ends or stop is called, as the app does.
func listen(t *testing.T, a *Account, j *journal) (ended chan error, stop func()) {
	t.Helper()
	runner := adapter.New("acc", a, j.hear, adapter.Options{MinPause: time.Millisecond, Log: a.config.Log})
	ctx, cancel := context.WithCancel(t.Context())
	ended = make(chan error, 1)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		ended <- adaptertest.KeepListening(ctx, runner)
	}()
	stop = func() {
		cancel()
		select {
		case <-gone:
		case <-time.After(await.Patience):
			t.Error("Listen did not end")
		}
	}
	t.Cleanup(stop)
	return ended, stop
}
