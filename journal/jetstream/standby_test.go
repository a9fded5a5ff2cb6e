package jetstream

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/journaltest"
	"familiar/messages"
)

// standBy opens a store that another process has. It gives whom it waits for, and
// then the journal or why there is none.
func standBy(ctx context.Context, c Config) (waits <-chan string, opened <-chan *Journal, failed <-chan error) {
	who, got, no := make(chan string, 4), make(chan *Journal, 1), make(chan error, 1)
	c.StandBy = func(name string) { who <- name }
	go func() {
		j, err := Open(ctx, c)
		if err != nil {
			no <- err
			return
		}
		got <- j
	}()
	return who, got, no
}

// TestStandBy: who stands by has the store as soon as it is given back, and when
// its owner isn't heard of any more; the owner that comes back writes nothing.
func TestStandBy(t *testing.T) {
	long.Test(t)
	t.Parallel()
	w := newWire(t, outside(t, t.TempDir(), -1).Addr().String())
	direct := Config{URL: "nats://" + w.to, Partitions: 1, Log: quiet}
	ctx := t.Context()
	first := openTest(t, direct)
	waits, opened, failed := standBy(ctx, Config{URL: w.url(), Log: quiet})
	if who := <-waits; !strings.HasPrefix(who, "process ") {
		t.Errorf("it waits for %q", who)
	}
	if _, err := first.Append(ctx, first.Epoch(0), here, messages.TimerFired{}); err != nil {
		t.Fatalf("append while another stands by: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := <-opened
	defer second.Close()
	if second.Epoch(0) <= first.Epoch(0) {
		t.Errorf("it has epoch %d after %d", second.Epoch(0), first.Epoch(0))
	}

	waits, opened, _ = standBy(ctx, direct)
	<-waits
	w.freeze()
	frozen := time.Now()
	third := <-opened
	defer third.Close()
	if took := time.Since(frozen); took < leaseHolds-leaseEvery {
		t.Errorf("it took the store after %v, of one that may have been there", took)
	}
	w.thaw()
	if _, err := second.Append(ctx, second.Epoch(0), here, messages.TimerFired{}); !errors.Is(err, journal.ErrConflict) && !errors.Is(err, journal.ErrAway) {
		t.Errorf("append of one that was frozen: got %v, want ErrConflict or ErrAway", err)
	}
	if _, err := third.Append(ctx, third.Epoch(0), here, messages.TimerFired{}); err != nil {
		t.Errorf("append of the next owner: %v", err)
	}
	select {
	case err := <-failed:
		t.Error(err)
	default:
	}
}

// TestStandByEnds: who stands by stops when it is told to, and outlives its server.
func TestStandByEnds(t *testing.T) {
	long.Test(t)
	t.Parallel()
	folder, port := t.TempDir(), journaltest.Port(t)
	s := outside(t, folder, port)
	c := Config{URL: s.ClientURL(), Partitions: 1, Log: quiet}
	owner := openTest(t, c)
	ctx, stop := context.WithCancel(t.Context())
	waits, _, failed := standBy(ctx, c)
	_, opened, _ := standBy(t.Context(), c)
	<-waits
	stop()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("stopped while it stood by: got %v, want context.Canceled", err)
	}
	shut(s)
	outside(t, folder, port)
	select {
	case <-opened:
		t.Error("a server that was away is taken for an owner that is gone")
	case <-time.After(leaseHolds / 2):
	}
	if err := owner.Close(); err != nil {
		t.Fatal(err)
	}
	if err := (<-opened).Close(); err != nil {
		t.Error(err)
	}
}
