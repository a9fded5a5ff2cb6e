package irc

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/ngircd"
	"familiar/internal/sleep"
	"familiar/messages"
)

// exhaust makes the account wait for its next line, as if much had been said.
func exhaust(a *Account, wait time.Duration) {
	a.bucket.mu.Lock()
	defer a.bucket.mu.Unlock()
	a.bucket.full = time.Now().Add(wait + time.Duration(a.bucket.burst-1)*a.bucket.every)
}

// waits reports whether a post waits for its turn.
func waits(l *link) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.proofs) == 1 && l.proofs[0].sent.Load() == 0
}

// TestWaiting: a post whose time ends while it waits for its turn was not
// posted, and the error says so: it may be sent again.
func TestWaiting(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	listens(t, felix)
	bob.Until("Felix!", 1)
	exhaust(felix, time.Hour)
	for _, tt := range []struct {
		story string
		end   func(context.Context) (context.Context, context.CancelFunc)
	}{
		{"there is too little time from the start", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, time.Minute)
		}},
		{"it is called off", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(20*time.Millisecond, cancel)
			return ctx, cancel
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			ctx, cancel := tt.end(t.Context())
			defer cancel()
			_, err := felix.Post(ctx, messages.Post{ID: "p", Channel: "irc/den/#moths", Text: "too soon"})
			if _, later := errors.AsType[*adapter.RetryError](err); !later {
				t.Errorf("got %v, want one that may be tried later", err)
			}
		})
	}
	exhaust(felix, 0)
	if _, err := felix.Post(t.Context(), messages.Post{ID: "p", Channel: "irc/den/#moths", Text: "now"}); err != nil {
		t.Error(err)
	}
	if got, want := told(bob, "Felix", "#moths", 1), []string{"now"}; !slices.Equal(got, want) {
		t.Errorf("bob was told %q, want %q", got, want)
	}
}

// TestStopWhileWaiting: a stop lets a post that waits for its turn be said and
// proved; one that is behind it stays in the outbox as it is.
func TestStopWhileWaiting(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	listens(t, felix)
	bob.Until("Felix!", 1)
	outcomes := make(chan messages.Event, 2)
	runner := adapter.New("felix", felix, func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
		outcomes <- e
		return nil
	}, adapter.Options{Log: felix.Log})
	ctx, stop := context.WithCancel(t.Context())
	err := runner.Deliver(ctx, func(ctx context.Context, put func(messages.Post)) error {
		now := messages.Meta{At: messages.InstantOf(time.Now())}
		exhaust(felix, 3*time.Second) // in which the stop comes
		put(messages.Post{ID: "first", Channel: "irc/den/#moths", Text: "first", Meta: now})
		put(messages.Post{ID: "second", Channel: "irc/den/#moths", Text: "second", Meta: now})
		for l := felix.linkNow(); !waits(l) && len(outcomes) == 0 && sleep.For(ctx, time.Millisecond); {
		}
		stop()
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	close(outcomes)
	var got []messages.PostID
	for e := range outcomes {
		delivered, ok := e.(messages.Delivered)
		if !ok {
			t.Fatalf("a post has become %+v, want it delivered", e)
		}
		got = append(got, delivered.Post)
	}
	if want := []messages.PostID{"first"}; !slices.Equal(got, want) {
		t.Errorf("delivered are %q, want %q", got, want)
	}
	if got, want := told(bob, "Felix", "#moths", 1), []string{"first"}; !slices.Equal(got, want) {
		t.Errorf("bob was told %q, want %q", got, want)
	}
}

// TestJoinsWhenToldLate: the library knows that the server has taken us before
// it tells us. An account that went on in between knew of no channel it should
// be in.
func TestJoinsWhenToldLate(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	felix.Rejoin = time.Hour
	felix.Circle.mu.Lock() // who is welcomed enters their nick there
	connected := make(chan error, 1)
	go func() {
		_, err := felix.connect(t.Context())
		connected <- err
	}()
	select {
	case err := <-connected:
		t.Errorf("connected before the welcome was noted: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
	felix.Circle.mu.Unlock()
	bob.Until("Felix!", 1)
}
