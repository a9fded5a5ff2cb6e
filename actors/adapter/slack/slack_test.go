package slack

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/internal/await"
	"familiar/messages"
)

const general = messages.ChannelID("slack/T1/C1")

// open joins an account to a Slack of its own.
func open(t *testing.T, changes ...func(*Config)) (*Account, *slacktest.Server) {
	t.Helper()
	s := slacktest.New()
	t.Cleanup(s.Close)
	return join(t, s, changes...), s
}

func join(t *testing.T, s *slacktest.Server, changes ...func(*Config)) *Account {
	t.Helper()
	return joinAs(t, "acc", s, changes...)
}

func joinAs(t *testing.T, id messages.AccountID, s *slacktest.Server, changes ...func(*Config)) *Account {
	t.Helper()
	c := Config{
		Token: slacktest.Token, AppToken: slacktest.AppToken, URL: s.URL,
		Pause: time.Millisecond, Again: time.Millisecond, Log: slog.New(slog.DiscardHandler),
	}
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
		a, s := open(t)
		people := map[string]string{}
		person := func(author string) string {
			id, known := people[author]
			if !known {
				id = fmt.Sprintf("U9%d", len(people))
				people[author] = id
				s.AddUser(slacktest.User{ID: id, Name: strings.ToLower(id), Display: author})
			}
			return id
		}
		return adaptertest.Rig{
			Adapter: a, Channel: general, Me: slacktest.Bot,
			Say: func(author, text string) { s.Say("C1", person(author), text) },
			Attach: func(author, text string) {
				s.Write("C1", slacktest.Message{"subtype": "file_share", "user": person(author), "text": text, "files": []slacktest.Message{
					{"id": "F1", "name": adaptertest.FileName, "mimetype": adaptertest.FileType, "size": adaptertest.FileBytes},
				}})
			},
			PassOn: func(author, text string) {
				s.Write("C1", slacktest.Message{"user": person(author), "text": "", "attachments": []slacktest.Message{
					{"is_share": true, "is_msg_unfurl": true, "author_name": "Bea", "text": "<@" + slacktest.Bot + "> " + text, "from_url": "https://x.slack.com/archives/C2/p1"},
				}})
			},
			Ail: func(posts int) {
				for range posts {
					s.Refuse("chat.postMessage", slacktest.Refusal{Status: 503})
				}
			},
			Revoke: func() { s.Revoke("token_revoked"); s.Cut() },
			Posted: s.Posted, Echoes: true,
			React: func(line messages.LineID, removed bool) {
				if removed {
					s.Unreact("C1", string(line), "U2", "thumbsup")
				} else {
					s.React("C1", string(line), "U2", "+1")
				}
			},
			Stands: func(line messages.LineID) string { return s.Text("C1", string(line)) },
			Files:  s.Files,
		}
	})
}

// A journal takes what an account hears, as often as it is told to.
type journal struct {
	mu      sync.Mutex
	events  []heardEvent
	changed chan struct{}
	answer  func(n int, channel messages.ChannelID, e messages.Event) error // nil: takes all; n counts the calls
	calls   int
}

type heardEvent struct {
	channel messages.ChannelID
	event   messages.Event
}

func newJournal() *journal { return &journal{changed: make(chan struct{})} }

func (j *journal) hear(_ context.Context, channel messages.ChannelID, e messages.Event) error {
	j.mu.Lock()
	n, answer := j.calls, j.answer
	j.calls++
	j.mu.Unlock()
	if answer != nil {
		if err := answer(n, channel, e); err != nil {
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

// texts returns what was said in the lines taken.
func (j *journal) texts() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	var said []string
	for _, e := range j.events {
		if l, ok := e.event.(messages.Heard); ok {
			said = append(said, l.Line.Text)
		}
	}
	return said
}

// listen has a runner listen until the test ends, as the app does.
func listen(t *testing.T, a *Account, j *journal) (ended chan error) {
	t.Helper()
	runner := adapter.New("acc", a, j.hear, adapter.Options{MinPause: time.Millisecond, Log: a.config.Log})
	ctx, cancel := context.WithCancel(t.Context())
	ended = make(chan error, 1)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		ended <- adaptertest.KeepListening(ctx, runner)
	}()
	t.Cleanup(func() {
		cancel()
		select {
		case <-gone:
		case <-time.After(await.Patience):
			t.Error("Listen did not end")
		}
	})
	return ended
}
