package store

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/layout"
)

// connected returns a store on an embedded server of its own.
func connected(t *testing.T) *Store {
	t.Helper()
	folder := t.TempDir()
	server, err := embedded.Start(t.Context(), embedded.Config{
		Folder: folder, Log: slog.New(slog.DiscardHandler), Fleeting: func(string) bool { return false },
	})
	if err != nil {
		t.Fatal(err)
	}
	s := New(Config{Names: layout.Names{Prefix: "t"}, Folder: folder, Server: server, Within: 5 * time.Second, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() {
		s.End()
		s.Disconnect()
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Connect(); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSilentPeer: a process that says nothing is waited for once, and not again for a
// while; who does answer is heard all the same, and so is one that answers again.
func TestSilentPeer(t *testing.T) {
	t.Parallel()
	s := connected(t)
	answers := func(epoch uint64) {
		t.Helper()
		if err := s.AnswerPeers(func(context.Context, string) Settled { return Settled{Epoch: epoch} }); err != nil {
			t.Fatal(err)
		}
	}
	answers(1)
	asked := func(epochs ...uint64) (said int, took time.Duration) {
		t.Helper()
		began := time.Now()
		all, err := s.AskPeers(t.Context(), "web//room", epochs...)
		if err != nil {
			t.Fatal(err)
		}
		return len(all), time.Since(began)
	}
	if said, took := asked(1, 2); said != 1 || took < askWithin {
		t.Errorf("the first time: %d answer after %v, want 1 after %v", said, took, askWithin)
	}
	if said, took := asked(1, 2); said != 1 || took >= askWithin {
		t.Errorf("the second time: %d answer after %v, want 1 at once", said, took)
	}
	if said, took := asked(2); said != 0 || took >= askWithin {
		t.Errorf("the silent one alone: %d answer after %v, want none at once", said, took)
	}
	s.silent.add(map[uint64]bool{3: true}, time.Now().Add(-2*silentFor)) // long ago
	answers(3)
	if said, took := asked(1, 3); said != 2 || took >= askWithin {
		t.Errorf("one that was silent long ago: %d answer after %v, want 2 at once", said, took)
	}
}

// TestPeersAtOnce: who asks of many channels in one moment is answered of all, though each
// answer takes its time.
func TestPeersAtOnce(t *testing.T) {
	const rooms, slow = 2 * answersAtOnce, askWithin / 8
	s := connected(t)
	if err := s.AnswerPeers(func(ctx context.Context, _ string) Settled {
		select {
		case <-time.After(slow):
		case <-ctx.Done():
		}
		return Settled{Epoch: 1}
	}); err != nil {
		t.Fatal(err)
	}
	var asking sync.WaitGroup
	for n := range rooms {
		asking.Go(func() {
			if said, err := s.AskPeers(t.Context(), fmt.Sprint("web//", n), 1); err != nil || len(said) != 1 {
				t.Errorf("of room %d got %v, %v; want an answer", n, said, err)
			}
		})
	}
	asking.Wait()
}

// TestPeer: for how long a mark counts, by what it says itself.
func TestPeer(t *testing.T) {
	at := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		story        string
		holds        int // seconds
		age          time.Duration
		silent, over bool
	}{
		{"just renewed", 15, 4 * time.Second, false, false},
		{"it seals no more", 15, 15 * time.Second, true, false},
		{"so it is by a server whose clock differs", 15, 30 * time.Second, true, true},
		{"an older program's is renewed every 15 s", 0, 30 * time.Second, false, false},
		{"an older program's may be a minute old", 0, 90 * time.Second, true, false},
		{"what no program says", -1, 90 * time.Second, true, false},
		{"an older program that is gone", 0, 2 * time.Minute, true, true},
	} {
		p := Peer{Holds: tt.holds, At: at}
		if silent, over := p.silent(at.Add(tt.age)), p.Over(at.Add(tt.age)); silent != tt.silent || over != tt.over {
			t.Errorf("%s: silent %v, over %v; want %v, %v", tt.story, silent, over, tt.silent, tt.over)
		}
	}
}
