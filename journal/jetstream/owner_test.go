package jetstream

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/journaltest"
	"familiar/messages"

	"github.com/nats-io/nats-server/v2/server"
)

// outside runs a NATS server with a port, as an operator would.
func outside(t *testing.T, folder string, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: folder, NoSigs: true, NoLog: true,
		JetStreamMaxStore: 1 << 50, // however little is free here
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(embedded.StartWithin) {
		t.Fatal("the server did not start")
	}
	t.Cleanup(func() { shut(s) })
	return s
}

func shut(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// TestOutsideComesBack: a server that goes away fails writes in time, and who
// consumes gets on when it is back.
func TestOutsideComesBack(t *testing.T) {
	long.Test(t)
	t.Parallel()
	folder, port := t.TempDir(), journaltest.Port(t)
	s := outside(t, folder, port)
	j, ctx := openTest(t, Config{URL: s.ClientURL(), Partitions: 1, Within: 300 * time.Millisecond}), t.Context()
	got := make(chan journal.Record, 100)
	consuming(t, j, 0, 0, func(r journal.Record) { got <- r })
	await.Until(t, "an append", func() bool { // one the disk has no time for fails Within
		_, err := j.Append(ctx, j.Epoch(0), here, messages.TimerFired{N: 1})
		return err == nil
	})
	if r := <-got; r.Event != (messages.TimerFired{N: 1}) {
		t.Fatalf("consumed %+v", r)
	}

	shut(s)
	began := time.Now()
	if _, err := j.Append(ctx, j.Epoch(0), here, messages.TimerFired{N: 2}); err == nil {
		t.Error("an append without a server succeeded")
	}
	if _, err := j.Load(ctx, here); err == nil {
		t.Error("a load without a server succeeded")
	}
	if took, want := time.Since(began), 2*Default().Within; took > want {
		t.Errorf("they took %s to fail, want less than the %s it is without Within", took, want)
	}

	outside(t, folder, port)
	deadline, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		_, err := j.Append(deadline, j.Epoch(0), here, messages.TimerFired{N: 3})
		if err == nil {
			break
		}
		if deadline.Err() != nil {
			t.Fatalf("still no append: %v", err)
		}
	}
	for {
		select {
		case r := <-got:
			if r.Event == (messages.TimerFired{N: 3}) {
				return
			}
		case <-deadline.Done():
			t.Fatal("nothing consumed after the server came back")
		}
	}
}

// TestReaderCantConnect: to who reads, a server it can't connect to is away, of
// which the first connection tells: it is not worth a line for each try.
func TestReaderCantConnect(t *testing.T) {
	s := outside(t, t.TempDir(), -1)
	j := openTest(t, Config{URL: s.ClientURL(), Partitions: 1})
	shut(s)
	if _, err := j.store.AnotherConnection(); !errors.Is(err, journal.ErrAway) {
		t.Errorf("got %v, want ErrAway", err)
	}
}

// TestHungConnection: a server that says nothing any more, and breaks nothing, is
// reached for anew: another of its cluster may be there.
func TestHungConnection(t *testing.T) {
	t.Parallel()
	w := newWire(t, outside(t, t.TempDir(), -1).Addr().String())
	j := openTest(t, Config{URL: w.url(), Partitions: 1, Within: 300 * time.Millisecond})
	w.lose()
	deadline, cancel := context.WithTimeout(t.Context(), await.Patience)
	defer cancel()
	for {
		_, err := j.Append(deadline, j.Epoch(0), here, messages.TimerFired{N: 1})
		if err == nil {
			return
		}
		if deadline.Err() != nil {
			t.Fatalf("still no append: %v", err)
		}
	}
}

// TestWritesTakenByNobody: also more than a network holds fails in time when
// nobody takes it.
func TestWritesTakenByNobody(t *testing.T) {
	w := newWire(t, outside(t, t.TempDir(), -1).Addr().String())
	j := openTest(t, Config{URL: w.url(), Partitions: 1, Within: 300 * time.Millisecond})
	w.freeze()
	noise := make([]byte, 500_000) // as much as a message may be, once packed
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	began := time.Now()
	var saving sync.WaitGroup
	for n := range 60 {
		saving.Go(func() {
			s := journal.Snapshot{Channel: messages.ChannelID(fmt.Sprint("test/w/", n)), Seq: 1, Body: noise}
			if _, err := j.Save(t.Context(), j.Epoch(0), s); err == nil {
				t.Error("a save without a server succeeded")
			}
		})
	}
	saving.Wait()
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("they took %v to fail", took)
	}
}

// TestDeliverBeginsWhileAway: who begins to deliver while the server is away gets
// the posts when it is back: an account may join at any time.
func TestDeliverBeginsWhileAway(t *testing.T) {
	t.Parallel()
	folder, port := t.TempDir(), journaltest.Port(t)
	s := outside(t, folder, port)
	j := openTest(t, Config{URL: s.ClientURL(), Partitions: 1, Within: 300 * time.Millisecond})
	await.Until(t, "a post in the outbox", func() bool { // a write the disk has no time for fails Within
		return j.Enqueue(t.Context(), j.Epoch(0), part(here, 0)) == nil
	})
	shut(s)
	ctx, stop := context.WithCancel(t.Context())
	got, ended := make(chan messages.Post, 1), make(chan error, 1)
	go func() { ended <- j.Deliver(ctx, "felix", func(p messages.Post) { got <- p }) }()
	select {
	case err := <-ended:
		t.Fatalf("it ended with %v while the server was away", err)
	case <-time.After(time.Second):
	}
	outside(t, folder, port)
	if p := <-got; p.ID != "p0" {
		t.Errorf("handed %s, want p0", p.ID)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestLease(t *testing.T) {
	t.Parallel()
	s := outside(t, t.TempDir(), -1)
	ctx, config := t.Context(), Config{URL: s.ClientURL(), Partitions: 1, Log: quiet}
	first := openTest(t, config)
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(ctx, config)
	if !errors.Is(err, embedded.ErrInUse) || !strings.Contains(err.Error(), host) || !strings.Contains(err.Error(), strconv.Itoa(os.Getpid())) {
		t.Fatalf("a second process: got %v, want ErrInUse that names %s", err, host)
	}
	other := config
	other.Prefix = "other"
	openTest(t, other) // another program's store on the same server

	first.owner.renew(ctx)
	if _, err := first.Append(ctx, first.Epoch(0), here, messages.TimerFired{}); err != nil {
		t.Fatalf("after a renewal: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := openTest(t, config) // need not wait
	if second.Epoch(0) != first.Epoch(0)+1 {
		t.Errorf("the second has epoch %d after %d", second.Epoch(0), first.Epoch(0))
	}

	revision, err := second.store.ReadMeta(ctx, "owner", &holder{})
	if err == nil {
		_, err = second.store.WriteMeta(ctx, "owner", revision, holder{ID: "somebody", Host: "elsewhere", PID: 7})
	}
	if err != nil {
		t.Fatal(err)
	}
	second.owner.renew(ctx)
	_, err = second.Append(ctx, second.Epoch(0), here, messages.TimerFired{})
	if !errors.Is(err, journal.ErrConflict) || !strings.Contains(err.Error(), "elsewhere") {
		t.Errorf("append of one who lost the store: got %v, want ErrConflict that names who has it", err)
	}
	if _, err := second.Save(ctx, second.Epoch(0), journal.Snapshot{Channel: here}); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("save of one who lost the store: got %v, want ErrConflict", err)
	}
	if err := second.SetCheckpoint(ctx, second.Epoch(0), 0, 1); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("checkpoint of one who lost the store: got %v, want ErrConflict", err)
	}
}

// TestLeaseRunsOut: who was without the server for as long as the lease holds
// writes nothing as an owner before it knows that the store is still its own.
func TestLeaseRunsOut(t *testing.T) {
	s := outside(t, t.TempDir(), -1)
	j, ctx := openTest(t, Config{URL: s.ClientURL(), Partitions: 1}), t.Context()
	j.owner.lent.mu.Lock()
	j.owner.lent.until = time.Now().Add(-time.Millisecond)
	j.owner.lent.mu.Unlock()
	if _, err := j.Append(ctx, j.Epoch(0), here, messages.TimerFired{}); !errors.Is(err, journal.ErrAway) {
		t.Errorf("append: got %v, want ErrAway", err)
	}
	if err := j.Enqueue(ctx, j.Epoch(0), part(here, 0)); !errors.Is(err, journal.ErrAway) {
		t.Errorf("enqueue: got %v, want ErrAway", err)
	}
	if _, err := j.Append(ctx, 0, here, messages.TimerFired{}); err != nil {
		t.Errorf("a line: %v", err)
	}
	deadline, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for range 2 { // there is room for one: the second shows that the first was heard
		select {
		case j.store.ServerBack() <- struct{}{}:
		case <-deadline.Done():
			t.Fatal("nobody hears that the server is back")
		}
	}
	for {
		_, err := j.Append(deadline, j.Epoch(0), here, messages.TimerFired{})
		if err == nil {
			return
		}
		if deadline.Err() != nil {
			t.Fatalf("after the server is back: %v", err)
		}
	}
}

// TestLeaseByBothClocks: the lease ends with the earlier of two clocks.
func TestLeaseByBothClocks(t *testing.T) {
	begun := time.Now()
	for _, tt := range []struct {
		story     string
		ran, wall time.Duration // since it was renewed, by each
		holds     bool
	}{
		{"it was renewed a moment ago", time.Second, time.Second, true},
		{"it was not renewed for long", leaseHolds + 1, leaseHolds + 1, false},
		{"the machine slept for an hour", time.Second, time.Hour, false},
		{"the clock on the wall was set back", leaseHolds + 1, -time.Hour, false},
		{"it was set back, and the lease is new", time.Second, -time.Hour, true},
	} {
		l := lease{until: begun.Add(leaseHolds)}
		err := l.holds(begun.Add(tt.ran), begun.Add(tt.wall).Round(0))
		if got := err == nil; got != tt.holds || err != nil && !errors.Is(err, journal.ErrAway) {
			t.Errorf("%s: got %v, want held %v or ErrAway", tt.story, err, tt.holds)
		}
	}
}

// TestNobodyWaitsForARenewal: while the server doesn't answer a renewal, who
// writes is told at once whose the store is.
func TestNobodyWaitsForARenewal(t *testing.T) {
	w := newWire(t, outside(t, t.TempDir(), -1).Addr().String())
	j := openTest(t, Config{URL: w.url(), Partitions: 1})
	w.freeze()
	renewed, asked := make(chan struct{}), make(chan error, 1)
	go func() {
		j.owner.renew(t.Context())
		close(renewed)
	}()
	<-w.held
	go func() { asked <- j.owner.holdsLease() }()
	select {
	case err := <-asked:
		if err != nil {
			t.Errorf("got %v, want it to be ours", err)
		}
	case <-renewed:
		t.Error("it waits until the renewal has given up")
	}
	w.thaw()
	<-renewed
}

// TestOwnMark: a renewal whose answer was lost is no other's.
func TestOwnMark(t *testing.T) {
	t.Parallel()
	s := outside(t, t.TempDir(), -1)
	j, ctx := openTest(t, Config{URL: s.ClientURL(), Partitions: 1}), t.Context()
	if _, err := j.store.WriteMeta(ctx, "owner", j.owner.lent.revision, j.owner.lent.mark()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		j.owner.renew(ctx)
		if _, err := j.Append(ctx, j.Epoch(0), here, messages.TimerFired{}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEpochsAtOnce: processes that take an epoch at the same moment each have their own, as
// who comes second takes the next.
func TestEpochsAtOnce(t *testing.T) {
	j := openTest(t, Config{Folder: t.TempDir()})
	var taken sync.Map
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			epoch, err := takeEpoch(t.Context(), j.store, 0)
			if _, twice := taken.Swap(epoch, true); err != nil || twice {
				t.Errorf("epoch %d, %v; it was taken before: %v", epoch, err, twice)
			}
		})
	}
	all.Wait()
}
