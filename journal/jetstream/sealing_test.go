package jetstream

import (
	"bytes"
	"log/slog"
	"testing"

	"familiar/journal/jetstream/store"
	"familiar/journal/journaltest"
)

// TestMarkTakenOut: a process that closes the journal isn't asked any more by those
// that go on: its mark is taken out, though other calls are cut short by then.
func TestMarkTakenOut(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer // of Close alone, which is over when it is read
	c := Config{URL: outside(t, t.TempDir(), journaltest.Port(t)).ClientURL(), Partitions: 1, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	for n := range 10 {
		if err := opened(t, c).Close(); err != nil {
			t.Fatal(err)
		}
		if log.Len() > 0 {
			t.Fatalf("time %d: %s", n, &log)
		}
	}
	visitor := visited(t, Config{URL: c.URL, Log: quiet})
	if peers, err := visitor.store.Peers(t.Context()); err != nil || len(peers) > 0 {
		t.Errorf("got %v, %v; want no marks", peers, err)
	}
}

// TestMarkWithoutAnswer: a process whose first mark is there, though it never heard so, goes
// on to open the journal.
func TestMarkWithoutAnswer(t *testing.T) {
	t.Parallel()
	c := Config{URL: outside(t, t.TempDir(), journaltest.Port(t)).ClientURL(), Partitions: 1, Log: quiet}
	j := opened(t, c)
	defer j.Close()
	another := newSealer(j.store, j.vault.texts)
	if _, err := j.store.WriteMeta(t.Context(), another.word, 0, store.Peer{}); err != nil {
		t.Fatal(err)
	}
	if err := another.announce(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer another.end()
	if peers, err := j.store.Peers(t.Context()); err != nil || len(peers) != 2 {
		t.Errorf("got %v, %v; want two marks", peers, err)
	}
}
