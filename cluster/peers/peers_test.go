package peers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"familiar/internal/await"
	"familiar/internal/natstest"

	"github.com/nats-io/nats.go"
)

type question struct{ Name string }

func open(t *testing.T, url, self string, answers map[string]Answerer) *Peers {
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

// TestAsk: a question goes to the one who is asked, on whichever server it is, and what
// it says comes back; errors are told apart.
func TestAsk(t *testing.T) {
	t.Parallel()
	servers := natstest.Start(t, 3).Servers()
	b := map[string]Answerer{
		"greet": func(_ context.Context, asked []byte) (any, error) {
			var q question
			if err := json.Unmarshal(asked, &q); err != nil {
				return nil, err
			}
			return "hello " + q.Name, nil
		},
		"fail":    func(context.Context, []byte) (any, error) { return nil, errors.New("no\nsuch room") },
		"panic":   func(context.Context, []byte) (any, error) { panic("bug") },
		"much":    func(context.Context, []byte) (any, error) { return strings.Repeat("x", mostIn), nil },
		"nothing": func(context.Context, []byte) (any, error) { return nil, nil },
	}
	open(t, servers[1].ClientURL(), "B", b)
	a := open(t, servers[0].ClientURL(), "A", nil)
	await.Until(t, "that the servers know of each other", func() bool {
		return a.Ask(t.Context(), "B", "nothing", nil, nil) == nil
	})
	for _, tt := range []struct {
		whom, verb string
		asks       any
		want       string // answer
		fails      string
		is         error
	}{
		{"B", "greet", question{"Ana"}, "hello Ana", "", nil},
		{"B", "greet", 3, "", "cannot unmarshal", nil},
		{"B", "fail", nil, "", "no such room", nil},
		{"B", "panic", nil, "", "it failed at that", nil},
		{"B", "much", nil, "", "too large", nil},
		{"B", "sing", nil, "", `knows no "sing"`, nil},
		{"B", "greet", strings.Repeat("x", mostIn), "", "", ErrLarge},
		{"C", "greet", question{"Ana"}, "", "", ErrNobody},
	} {
		var got string
		err := a.Ask(t.Context(), tt.whom, tt.verb, tt.asks, &got)
		switch {
		case tt.fails == "" && tt.is == nil && (err != nil || got != tt.want):
			t.Errorf("%s of %s: got %q, %v; want %q", tt.verb, tt.whom, got, err, tt.want)
		case tt.fails != "" && (err == nil || !strings.Contains(err.Error(), tt.fails)), tt.is != nil && !errors.Is(err, tt.is):
			t.Errorf("%s of %s: got %v; want %s%v", tt.verb, tt.whom, err, tt.fails, tt.is)
		}
	}
}

// TestTellAll: all others hear it, and who says it doesn't.
func TestTellAll(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t, 1).URL()
	var mu sync.Mutex
	heard := map[string]int{}
	hears := func(who string) map[string]Answerer {
		return map[string]Answerer{"news": func(_ context.Context, asked []byte) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			heard[who+string(asked)]++
			return nil, nil
		}}
	}
	a := open(t, url, "A", hears("A"))
	open(t, url, "B", hears("B"))
	open(t, url, "C", hears("C"))
	for n := range 3 {
		if err := a.TellAll("news", n); err != nil {
			t.Fatal(err)
		}
	}
	await.Until(t, "that both hear", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(heard) == 6
	})
	if s := fmt.Sprint(heard); s != "map[B0:1 B1:1 B2:1 C0:1 C1:1 C2:1]" {
		t.Error(s)
	}
}

// TestBusy: of more questions than a process takes the last are refused at once.
func TestBusy(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t, 1).URL()
	release := make(chan struct{})
	open(t, url, "B", map[string]Answerer{"wait": func(ctx context.Context, _ []byte) (any, error) {
		select {
		case <-release:
		case <-ctx.Done():
		}
		return "done", nil
	}})
	a := open(t, url, "A", nil)
	var busy, done atomic.Int32
	var asking sync.WaitGroup
	for range atOnce + waiting + 100 {
		asking.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), await.Patience)
			defer cancel()
			switch err := a.Ask(ctx, "B", "wait", nil, nil); {
			case errors.Is(err, ErrBusy):
				busy.Add(1)
			case err == nil:
				done.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	await.Until(t, "that some are refused", func() bool { return busy.Load() >= 100 })
	close(release)
	asking.Wait()
	if busy.Load() > 100+1 || done.Load() < atOnce+waiting-1 {
		t.Errorf("%d are refused and %d answered", busy.Load(), done.Load())
	}
}
