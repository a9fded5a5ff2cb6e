package peers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"familiar/cluster/verbs"
	"familiar/internal/await"
	"familiar/internal/natstest"

	"github.com/nats-io/nats.go"
)

func open(t *testing.T, url, self string, answers ...verbs.Verb) *Peers {
	t.Helper()
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	p, err := Open(conn, "test", self, answers, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// says is a verb whose answer is made of nothing but the question and who asks.
func says(name string, answer func(from, asked string) (string, error)) verbs.Verb {
	return verbs.Verb{Name: name, AtOnce: 2, Answer: func(_ context.Context, from string, asked []byte) ([]byte, error) {
		s, err := answer(from, string(asked))
		return []byte(s), err
	}}
}

// TestAsk: a question goes to the one who is asked, on whichever server it is, with who
// asks, and what it says comes back; errors are told apart.
func TestAsk(t *testing.T) {
	t.Parallel()
	servers := natstest.Start(t, 3).Servers()
	open(t, servers[1].ClientURL(), "B",
		says("greet", func(from, asked string) (string, error) { return "hello " + asked + " of " + from, nil }),
		says("fail", func(string, string) (string, error) { return "", errors.New("no\nsuch room") }),
		says("panic", func(string, string) (string, error) { panic("bug") }),
		says("nothing", func(string, string) (string, error) { return "", nil }),
	)
	a := open(t, servers[0].ClientURL(), "A")
	await.Until(t, "that the servers know of each other", func() bool {
		_, err := a.Ask(t.Context(), "B", "nothing", nil)
		return err == nil
	})
	for _, tt := range []struct {
		whom, verb, asks string
		want             string // answer
		fails            string
		is               error
	}{
		{"B", "greet", "Ana", "hello Ana of A", "", nil},
		{"B", "fail", "", "", "no such room", nil},
		{"B", "panic", "", "", "it failed at that", nil},
		{"B", "sing", "", "", `knows no "sing"`, nil},
		{"C", "greet", "Ana", "", "", ErrNobody},
	} {
		got, err := a.Ask(t.Context(), tt.whom, tt.verb, []byte(tt.asks))
		switch {
		case tt.fails == "" && tt.is == nil && (err != nil || string(got) != tt.want):
			t.Errorf("%s of %s: got %q, %v; want %q", tt.verb, tt.whom, got, err, tt.want)
		case tt.fails != "" && (err == nil || !strings.Contains(err.Error(), tt.fails)), tt.is != nil && !errors.Is(err, tt.is):
			t.Errorf("%s of %s: got %v; want %s%v", tt.verb, tt.whom, err, tt.fails, tt.is)
		}
	}
}

// TestTellAll: all others hear it, in the order in which it was told, and who tells it
// doesn't.
func TestTellAll(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t, 1).URL()
	const told = 500
	var mu sync.Mutex
	heard := map[string][]string{}
	hears := func(who string) verbs.Verb {
		return verbs.Verb{Name: "news", AtOnce: 1, Answer: func(_ context.Context, from string, sent []byte) ([]byte, error) {
			mu.Lock()
			defer mu.Unlock()
			heard[who] = append(heard[who], from+string(sent))
			return nil, nil
		}}
	}
	a := open(t, url, "A", hears("A"))
	open(t, url, "B", hears("B"))
	open(t, url, "C", hears("C"))
	var want []string
	for n := range told {
		if err := a.TellAll("news", fmt.Append(nil, n)); err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprint("A", n))
	}
	await.Until(t, "that both hear", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(heard["B"]) == told && len(heard["C"]) == told
	})
	for _, who := range []string{"B", "C"} {
		if !slices.Equal(heard[who], want) {
			t.Errorf("%s heard %v", who, heard[who])
		}
	}
	if len(heard["A"]) > 0 {
		t.Errorf("A heard itself: %v", heard["A"])
	}
}

// TestBusy: of more questions than a process takes of one verb the last are refused at
// once; another verb is answered all the same.
func TestBusy(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t, 1).URL()
	const atOnce, more = 8, 100
	release := make(chan struct{})
	slow := verbs.Verb{Name: "wait", AtOnce: atOnce, Answer: func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
		select {
		case <-release:
		case <-ctx.Done():
		}
		return nil, nil
	}}
	open(t, url, "B", slow, says("quick", func(string, string) (string, error) { return "", nil }))
	a := open(t, url, "A")
	var busy, done atomic.Int32
	var asking sync.WaitGroup
	for range atOnce + mostQueued + more {
		asking.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), await.Patience)
			defer cancel()
			switch _, err := a.Ask(ctx, "B", "wait", nil); {
			case errors.Is(err, ErrBusy):
				busy.Add(1)
			case err == nil:
				done.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	await.Until(t, "that some are refused", func() bool { return busy.Load() >= more })
	if _, err := a.Ask(t.Context(), "B", "quick", nil); err != nil {
		t.Errorf("another verb is not answered meanwhile: %v", err)
	}
	close(release)
	asking.Wait()
	if busy.Load() > more+1 || done.Load() < atOnce+mostQueued-1 {
		t.Errorf("%d are refused and %d answered", busy.Load(), done.Load())
	}
}

// TestBytes: what waits is bounded by its size as well.
func TestBytes(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t, 1).URL()
	release := make(chan struct{})
	b := open(t, url, "B", verbs.Verb{Name: "wait", AtOnce: 1, Answer: func(context.Context, string, []byte) ([]byte, error) {
		<-release
		return nil, nil
	}})
	a := open(t, url, "A")
	defer close(release)
	large := make([]byte, verbs.Most)
	for range mostBytes/verbs.Most + 2 {
		if err := a.Tell("B", "wait", large); err != nil {
			t.Fatal(err)
		}
	}
	_, err := a.Ask(t.Context(), "B", "wait", large)
	if !errors.Is(err, ErrBusy) {
		t.Errorf("got %v, want %v", err, ErrBusy)
	}
	if n := b.waiting.Load(); n > mostBytes {
		t.Errorf("%d bytes wait", n)
	}
}
