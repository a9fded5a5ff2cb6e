package jetstream

import (
	"errors"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/journal"
	"familiar/messages"
)

// TestServerGivesUp: when the embedded server has switched its storage off, as
// it does where a disk refuses it, the journal ends with the reason instead of
// waiting for answers that never come.
func TestServerGivesUp(t *testing.T) {
	j := openTest(t, Config{Folder: t.TempDir(), Partitions: 1})
	ended := make(chan error, 1)
	go func() { ended <- j.Consume(t.Context(), 0, 0, func(journal.Record) {}) }()
	if _, err := j.Append(t.Context(), j.Epoch(0), here, messages.TimerFired{N: 1}); err != nil {
		t.Fatal(err)
	}
	if err := j.store.Server.DisableJetStream(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if !errors.Is(err, ErrBroken) || !errors.Is(err, journal.ErrClosed) {
			t.Errorf("Consume ended with %v, want %v", err, ErrBroken)
		}
	case <-time.After(await.Patience):
		t.Fatal("Consume goes on without a server")
	}
	if _, err := j.Append(t.Context(), j.Epoch(0), here, messages.TimerFired{N: 2}); !errors.Is(err, ErrBroken) {
		t.Errorf("Append failed with %v, want %v", err, ErrBroken)
	}
}

// TestServerIsWell: nothing is wrong with a server at work, and looking is
// cheap enough to do each second.
func TestServerIsWell(t *testing.T) {
	j := openTest(t, Config{Folder: t.TempDir()})
	began := time.Now()
	if wrong := j.store.Server.Broken(); wrong != "" {
		t.Errorf("found %s, want nothing", wrong)
	}
	t.Logf("it took %v", time.Since(began))
}
