package irc

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/internal/await"
	"familiar/internal/ngircd"
	"familiar/messages"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long anything may take.
const patience = await.Patience

// quick is a configuration that waits for nothing a test needn't wait for.
func quick(t testing.TB, server *ngircd.Server) Config {
	return Config{
		Server: server.Address, Plain: true, Nick: "Felix", Join: []string{"#moths"}, Name: "den",
		Burst: 100, Every: time.Millisecond, Rejoin: 20 * time.Millisecond, Again: 20 * time.Millisecond, Marks: &adaptertest.Words{},
		Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
}

func account(t testing.TB, id messages.AccountID, c Config) *Account {
	t.Helper()
	a, err := Open(id, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// A witness listens for an account, again when it is lost, and writes down
// what it hears.
type witness struct {
	t    testing.TB
	stop func()
	gone chan error // gets why it ended for good

	mu    sync.Mutex
	lines []*messages.Line
	news  await.News
}

func listens(t testing.TB, a *Account) *witness {
	w := &witness{t: t, gone: make(chan error, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	runner := adapter.New(a.id, a, w.hear, adapter.Options{MinPause: 10 * time.Millisecond, MaxPause: 50 * time.Millisecond, Log: a.Log})
	go func() {
		defer close(ended)
		w.gone <- adaptertest.KeepListening(ctx, runner)
	}()
	w.stop = func() { cancel(); <-ended }
	t.Cleanup(w.stop)
	return w
}

func (w *witness) hear(_ context.Context, _ messages.ChannelID, e messages.Event) error {
	heard, ok := e.(messages.Heard)
	if !ok {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines = append(w.lines, heard.Line)
	w.news.Tell()
	return nil
}

// until waits for n lines and gives all.
func (w *witness) until(n int) []*messages.Line {
	w.t.Helper()
	var lines []*messages.Line
	if !w.news.Until(&w.mu, func() bool { lines = slices.Clone(w.lines); return len(lines) >= n }) {
		w.t.Fatalf("heard %d lines, want %d", len(lines), n)
	}
	return lines
}
