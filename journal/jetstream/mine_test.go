package jetstream

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// TestSaveOverMine: a save over this process's own last one, or the first, needs no proof by
// the server; any other has to be the newest.
func TestSaveOverMine(t *testing.T) {
	j, ctx := openTest(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	save := func(over, seq uint64) (uint64, error) {
		return j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: here, Revision: over, Seq: seq, Body: []byte("state")})
	}
	proved := func() bool {
		name, err := layout.ChannelTokens(here)
		if err != nil {
			t.Fatal(err)
		}
		newest, err := j.store.Newest(ctx, j.store.Names.Snapshots(0), j.store.Names.Snapshot(0, name))
		if err != nil {
			t.Fatal(err)
		}
		return newest.Header.Get(jetstream.ExpectedLastSubjSeqHeader) != ""
	}
	var revision uint64
	for i, wants := range []bool{false, false, false} {
		var err error
		if revision, err = save(revision, uint64(i)+1); err != nil {
			t.Fatal(err)
		}
		if proved() != wants {
			t.Errorf("save %d was proved: %v, want %v", i+1, !wants, wants)
		}
	}
	if _, err := save(revision-1, 9); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("a save over an old revision: %v, want a conflict", err)
	}
	if _, err := save(revision, 4); err != nil || !proved() {
		t.Errorf("after a refusal: %v, proved %v; want a save that is", err, proved())
	}
}

// TestOneOfManySavesWins: of saves over one revision at the same time one is
// kept.
func TestOneOfManySavesWins(t *testing.T) {
	j, ctx := openTest(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	var over uint64
	for round := range 50 {
		var kept atomic.Uint64
		var saving sync.WaitGroup
		for n := range 4 {
			saving.Go(func() {
				s := journal.Snapshot{Channel: here, Revision: over, Seq: uint64(round) + 1, Body: []byte(strconv.Itoa(n))}
				switch revision, err := j.Save(ctx, j.Epoch(0), s); {
				case err == nil && !kept.CompareAndSwap(0, revision):
					t.Errorf("round %d: two saves over %d were kept", round, over)
				case err != nil && !errors.Is(err, journal.ErrConflict):
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		saving.Wait()
		if over = kept.Load(); over == 0 {
			t.Fatalf("round %d: no save was kept", round)
		}
	}
}

// TestMineIsBounded: it forgets the channels that were saved longest ago, and
// knows the newest.
func TestMineIsBounded(t *testing.T) {
	var m mine
	for i := range 10 * mostMine {
		m.put(messages.ChannelID(fmt.Sprint(i)), uint64(i)+1)
	}
	if n := len(m.newer) + len(m.before); n > 2*mostMine {
		t.Errorf("it has %d revisions, want at most %d", n, 2*mostMine)
	}
	newest := 10*mostMine - 1
	if got := m.takeRevision(messages.ChannelID(fmt.Sprint(newest))); got != uint64(newest)+1 {
		t.Errorf("the newest is %d, want %d", got, newest+1)
	}
	if got := m.takeRevision(messages.ChannelID(fmt.Sprint(newest))); got != 0 {
		t.Errorf("once taken it is %d, want none", got)
	}
}
