package adapter

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/internal/sleep"
	"familiar/messages"
)

// network is a scripted adapter: each Listen and Post does the next thing.
type network struct {
	mu     sync.Mutex
	listen []func(context.Context, Hear) error
	post   func(try int, p messages.Post) (Posted, error)
	tries  map[messages.PostID]int
	log    []string
}

func (n *network) Listen(ctx context.Context, hear Hear) error {
	n.mu.Lock()
	if len(n.listen) == 0 {
		n.mu.Unlock()
		return nil
	}
	next := n.listen[0]
	n.listen = n.listen[1:]
	n.mu.Unlock()
	return next(ctx, hear)
}

func (n *network) Post(_ context.Context, p messages.Post) (Posted, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.tries == nil {
		n.tries = map[messages.PostID]int{}
	}
	n.tries[p.ID]++
	n.log = append(n.log, string(p.ID))
	return n.post(n.tries[p.ID], p)
}

// honest is a network that can tell what was posted.
type honest struct {
	*network
	find func(messages.Post) (Posted, bool, error)
}

func (h honest) Find(_ context.Context, p messages.Post) (Posted, bool, error) {
	return h.find(p)
}

// written is a journal for tests: what was heard, in words.
type written struct {
	mu     sync.Mutex
	events []string
	refuse int // this many times
}

func (w *written) hear(_ context.Context, channel messages.ChannelID, e messages.Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.refuse > 0 {
		w.refuse--
		return errors.New("journal is full")
	}
	switch e := e.(type) {
	case messages.Heard:
		w.events = append(w.events, fmt.Sprintf("%s heard %s", channel, e.Line.Text))
	case messages.Delivered:
		w.events = append(w.events, fmt.Sprintf("%s delivered as %s", e.Post, e.Line))
	case messages.DeliveryFailed:
		w.events = append(w.events, fmt.Sprintf("%s failed, unknown %v", e.Post, e.Unknown))
	default:
		return fmt.Errorf("unexpected %T", e)
	}
	return nil
}

var quiet = slog.New(slog.DiscardHandler)

func says(text string) func(context.Context, Hear) error {
	return func(ctx context.Context, hear Hear) error {
		_ = hear(ctx, "n//c", messages.Heard{Line: &messages.Line{ID: "1", Text: text}})
		return errors.New("connection reset")
	}
}

// listen connects again and again, as an account does.
func listen(ctx context.Context, r *Runner) error {
	for {
		heard, err := r.Connect(ctx)
		pause, again, err := r.Lost(ctx, heard, err)
		if !again || !sleep.For(ctx, pause) {
			return err
		}
	}
}

func TestListen(t *testing.T) {
	lost := func(context.Context, Hear) error { return errors.New("connection refused") }
	for _, tt := range []struct {
		story  string
		listen []func(context.Context, Hear) error
		want   []string
		took   time.Duration
		gone   bool
	}{
		{"it ends when the network has nothing more", nil, nil, 0, false},
		{
			"it comes back when the connection is lost",
			[]func(context.Context, Hear) error{says("one"), says("two")},
			[]string{"n//c heard one", "n//c heard two"},
			2 * time.Second, false,
		},
		{"pauses double while nothing is heard", []func(context.Context, Hear) error{lost, lost, lost}, nil, 7 * time.Second, false},
		{
			"and start anew when something was",
			[]func(context.Context, Hear) error{lost, lost, says("one"), lost},
			[]string{"n//c heard one"},
			(1 + 2 + 1 + 2) * time.Second, false,
		},
		{"a pause the network asks for is kept", []func(context.Context, Hear) error{
			func(context.Context, Hear) error { return RetryAfter(time.Hour, errors.New("too many logins")) },
		}, nil, time.Hour, false},
		{"a panic is a lost connection", []func(context.Context, Hear) error{
			func(context.Context, Hear) error { panic("nil map") }, says("one"),
		}, []string{"n//c heard one"}, 2 * time.Second, false},
		{"a revoked key ends it", []func(context.Context, Hear) error{
			func(context.Context, Hear) error { return fmt.Errorf("close code 4004: %w", ErrGone) }, says("never"),
		}, nil, 0, true},
		{"a line without id is refused, the rest goes on", []func(context.Context, Hear) error{
			func(ctx context.Context, hear Hear) error {
				if err := hear(ctx, "n//c", messages.Heard{Line: &messages.Line{}}); !errors.Is(err, ErrRefused) {
					t.Errorf("got %v, want ErrRefused", err)
				}
				return says("two")(ctx, hear)
			},
		}, []string{"n//c heard two"}, time.Second, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var w written
				start := time.Now()
				err := listen(t.Context(), New("acc", &network{listen: tt.listen}, w.hear, Options{Log: quiet}))
				if errors.Is(err, ErrGone) != tt.gone || err != nil && !tt.gone {
					t.Errorf("returned %v", err)
				}
				if !slices.Equal(w.events, tt.want) {
					t.Errorf("got %v, want %v", w.events, tt.want)
				}
				if took := time.Since(start); took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
			})
		})
	}
}

func TestListenStopsInAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		start := time.Now()
		if err := listen(ctx, New("acc", &network{listen: []func(context.Context, Hear) error{says("one")}}, new(written).hear, Options{Log: quiet})); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took != time.Second/2 {
			t.Errorf("stopped after %v, want 500ms", took)
		}
	})
}

// TestJournalAway: what the journal doesn't take is one line of the log a second, however
// many channels hand their events over again.
func TestJournalAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const channels, away = 50, 5 * time.Second
		began := time.Now()
		var log strings.Builder
		hear := func(context.Context, messages.ChannelID, messages.Event) error {
			if time.Since(began) < away {
				return errors.New("the journal is away")
			}
			return nil
		}
		n := &network{listen: []func(context.Context, Hear) error{func(ctx context.Context, hear Hear) error {
			var talking sync.WaitGroup
			for i := range channels {
				talking.Go(func() {
					id := messages.ChannelID(fmt.Sprintf("irc/net/%d", i))
					if err := hear.UntilTaken(ctx, id, messages.Heard{Line: &messages.Line{ID: "1"}}, Backoff{First: 100 * time.Millisecond, Most: time.Second}); err != nil {
						t.Error(err)
					}
				})
			}
			talking.Wait()
			return nil
		}}}
		r := New("a", n, hear, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		if _, err := r.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(log.String(), "\n"); lines < 2 || lines > int(away/time.Second)+1 {
			t.Errorf("logged %d lines in %v:\n%s", lines, away, log.String())
		}
	})
}
