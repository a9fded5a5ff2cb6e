package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// compactAll goes through all snapshots of the partition as they are now.
func compactAll(t *testing.T, j *Journal, p *snapshotPart) {
	t.Helper()
	if err := compactNow(t.Context(), j, p); err != nil {
		t.Fatal(err)
	}
}

func compactNow(ctx context.Context, j *Journal, p *snapshotPart) error {
	state, err := j.store.StateWithin(ctx, j.store.Names.Snapshots(p.number))
	if err != nil {
		return err
	}
	done, err := j.snapshots.compact(ctx, p, state)
	if err != nil {
		return err
	}
	return j.snapshots.purgePassed(ctx, p, done)
}

func TestCompact(t *testing.T) {
	t.Parallel()
	const channels, rounds = 300, 5
	folder := t.TempDir()
	j, ctx := openTest(t, Config{Folder: folder, Partitions: 1}), t.Context()
	revisions := map[messages.ChannelID]uint64{}
	id := func(n int) messages.ChannelID { return messages.ChannelID(fmt.Sprint("test/w/", n)) }
	body := func(n, round int) []byte { return fmt.Appendf(nil, "state %d of %d", round, n) }
	save := func(j *Journal, n, round int) error {
		s := journal.Snapshot{Channel: id(n), Revision: revisions[id(n)], Seq: uint64(round), Due: 9, Body: body(n, round)}
		revision, err := j.Save(ctx, j.Epoch(0), s)
		revisions[id(n)] = revision
		return err
	}
	for round := range rounds {
		for n := range channels {
			if round > 0 && n%10 == 0 {
				continue // these are never saved again: they are copied
			}
			if err := save(j, n, round); err != nil {
				t.Fatal(err)
			}
		}
	}
	compactAll(t, j, j.snapshots.parts[0])
	state, err := j.store.StateWithin(ctx, j.store.Names.Snapshots(0))
	if err != nil || state.Msgs > compactTo*channels+1 || state.NumSubjects != channels {
		t.Fatalf("after the compaction: %+v, %v", state, err)
	}
	compactAll(t, j, j.snapshots.parts[0]) // a copy of a copy
	check := func(j *Journal, n, round int) {
		t.Helper()
		if s, err := j.Load(ctx, id(n)); err != nil || string(s.Body) != string(body(n, round)) || s.Seq != uint64(round) || s.Due != 9 {
			t.Errorf("channel %d: got %+v with %q, %v", n, s, s.Body, err)
		}
	}
	for n := range channels {
		if n%10 == 0 {
			check(j, n, 0)
		} else {
			check(j, n, rounds-1)
		}
	}
	for n := 0; n < channels; n += 10 {
		held := revisions[id(n)]
		if err := save(j, n, 8); err != nil { // over the revision that Save once returned
			t.Fatalf("a save over what was copied meanwhile: %v", err)
		}
		check(j, n, 8)
		revisions[id(n)] = held
		if err := save(j, n, 9); !errors.Is(err, journal.ErrConflict) {
			t.Fatalf("a second save over it: got %v, want ErrConflict", err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = openTest(t, Config{Folder: folder})
	for n := range channels {
		if n%10 == 0 {
			check(j, n, 8)
		} else {
			check(j, n, rounds-1)
		}
	}
}

// TestCompactWhenStale: with little that is stale nothing is done, with much it
// is copied, and purged only when the copies have had the time to reach the
// disk.
func TestCompactWhenStale(t *testing.T) {
	t.Parallel()
	j, ctx := openStill(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	p, body := j.snapshots.parts[0], []byte(noise(1<<20))
	var revision uint64
	count := func() uint64 {
		state, err := j.store.StateWithin(ctx, j.store.Names.Snapshots(0))
		if err != nil {
			t.Fatal(err)
		}
		return state.Msgs
	}
	var waiting passed
	for _, step := range []struct {
		story string
		saves int
		since time.Duration // the compaction before
		waits bool
		left  uint64
	}{
		{"one channel's ten states are little", 10, 0, false, 10},
		{"twenty are over the limit: the newest is copied", 10, 0, true, 21},
		{"it waits for the disk", 0, store.OnDisk / 2, true, 21},
		{"then the rest goes", 0, store.OnDisk, false, 1},
	} {
		for range step.saves {
			r, err := j.Save(ctx, 0, journal.Snapshot{Channel: here, Revision: revision, Body: body})
			if err != nil {
				t.Fatal(err)
			}
			revision = r
		}
		var err error
		waiting.at = waiting.at.Add(-step.since)
		waiting, err = j.snapshots.compactIfStale(ctx, p, waiting)
		if n := count(); err != nil || (waiting.before != 0) != step.waits || n != step.left {
			t.Errorf("%s: %d are left, waiting for %+v, %v; want %d left", step.story, n, waiting, err, step.left)
		}
	}
}

// TestCompactOne: of partitions that are stale together one is compacted at a
// time.
func TestCompactOne(t *testing.T) {
	t.Parallel()
	const partitions = 3
	j, ctx := openStill(t, Config{Folder: t.TempDir(), Partitions: partitions}), t.Context()
	body := []byte(noise(1 << 20))
	for _, channel := range oneOfEach(j) {
		var revision uint64
		for range 20 {
			r, err := j.Save(ctx, 0, journal.Snapshot{Channel: channel, Revision: revision, Body: body})
			if err != nil {
				t.Fatal(err)
			}
			revision = r
		}
	}
	waiting := make([]passed, partitions)
	turn := 1
	for _, want := range [][partitions]bool{{false, true, false}, {false, true, true}, {true, true, true}, {true, true, true}} {
		turn = j.snapshots.compactOne(ctx, waiting, turn)
		for k, w := range waiting {
			if (w.before != 0) != want[k] {
				t.Errorf("partition %d waits for %+v, want %v", k, w, want[k])
			}
		}
	}
}

// oneOfEach returns a channel of every partition.
func oneOfEach(j *Journal) []messages.ChannelID {
	found := make([]messages.ChannelID, len(j.snapshots.parts))
	for n := 0; slices.Contains(found, ""); n++ {
		channel := messages.ChannelID(fmt.Sprint("test/w/", n))
		found[j.snapshots.of(channel).number] = channel
	}
	return found
}

// TestCompactKeepsAge: a copy is as old as what it copies.
func TestCompactKeepsAge(t *testing.T) {
	j, ctx := openStill(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	if _, err := j.Save(ctx, 0, journal.Snapshot{Channel: here, Seq: 1}); err != nil {
		t.Fatal(err)
	}
	was, before, err := j.snapshots.newestSnapshot(ctx, here)
	if err != nil {
		t.Fatal(err)
	}
	if next, n, err := j.snapshots.copyForward(ctx, j.snapshots.parts[0], 1); err != nil || next != 2 || n != 1 {
		t.Fatal(next, n, err)
	}
	is, after, err := j.snapshots.newestSnapshot(ctx, here)
	if err != nil || is.Sequence == was.Sequence || after.Saved != before.Saved || !after.CopyOf(was.Sequence, is.Sequence) {
		t.Errorf("the copy is %+v %+v, %v; of %+v", is, after, err, before)
	}
}

// TestCompactFromFiles: what the files have of stale snapshots is gone through without the
// server, whose blocks and messages would take a multiple of it in memory; and what comes
// out is the same, be it that the files end in the middle.
func TestCompactFromFiles(t *testing.T) {
	const channels, rounds, size = 500, 8, 4000
	j, ctx := openStill(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	id := func(n int) messages.ChannelID { return messages.ChannelID(fmt.Sprint("test/w/", n)) }
	revisions := make([]uint64, channels)
	body := []byte(noise(size))
	for round := range rounds {
		if round == rounds-1 { // what comes later only the server has
			if err := j.store.Server.Mark(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for n := range channels {
			if round > 0 && n == 7 {
				continue
			}
			revision, err := j.Save(ctx, 0, journal.Snapshot{Channel: id(n), Revision: revisions[n], Seq: uint64(round), Body: body})
			if err != nil {
				t.Fatal(err)
			}
			revisions[n] = revision
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const stale = channels * (rounds - 1)
	p, next := j.snapshots.parts[0], uint64(1)
	for next < stale/2 {
		is, n, err := j.snapshots.copyForward(ctx, p, next)
		if err != nil || n != compactStep || is != next+compactStep {
			t.Fatalf("from %d it comes to %d by %d, %v; want %d snapshots", next, is, n, err, compactStep)
		}
		next = is
	}
	runtime.ReadMemStats(&after)
	if took, is := after.TotalAlloc-before.TotalAlloc, (next-1)*size; took > 2*is {
		t.Errorf("to go through %d bytes took %d of memory; by the server it is six times as many", is, took)
	}
	compactAll(t, j, p)
	state, err := j.store.StateWithin(ctx, j.store.Names.Snapshots(0))
	if err != nil || state.Msgs > compactTo*channels+1 || state.NumSubjects != channels {
		t.Errorf("after the compaction: %+v, %v", state, err)
	}
	for n := range channels {
		want := uint64(rounds - 1)
		if n == 7 {
			want = 0
		}
		if s, err := j.Load(ctx, id(n)); err != nil || s.Seq != want || !bytes.Equal(s.Body, body) {
			t.Errorf("channel %d: got state %d with %d bytes, %v; want %d", n, s.Seq, len(s.Body), err, want)
		}
	}
}

// TestCompactTakenOut: what the files still had when they were looked at, and was taken out
// since, doesn't come back.
func TestCompactTakenOut(t *testing.T) {
	for _, overwritten := range []bool{false, true} {
		t.Run(fmt.Sprint("overwritten: ", overwritten), func(t *testing.T) {
			t.Parallel()
			j, ctx := openStill(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
			const other = messages.ChannelID("test/w/other")
			for _, channel := range []messages.ChannelID{here, other} {
				if _, err := j.Save(ctx, 0, journal.Snapshot{Channel: channel, Seq: 5, Body: []byte("a state")}); err != nil {
					t.Fatal(err)
				}
			}
			p, stream := j.snapshots.parts[0], j.store.Names.Snapshots(0)
			if err := errors.Join(j.store.Server.Mark(ctx), j.store.Delete(ctx, stream, overwritten, 1)); err != nil {
				t.Fatal(err)
			}
			for from := uint64(1); from <= 2; {
				next, n, err := j.snapshots.copyForward(ctx, p, from)
				if err != nil || n == 0 {
					t.Fatal(next, n, err)
				}
				from = next
			}
			if s, err := j.Load(ctx, here); err != nil || s.Seq != 0 || s.Body != nil {
				t.Errorf("got %+v, %v; want nothing", s, err)
			}
			if s, err := j.Load(ctx, other); err != nil || s.Seq != 5 || string(s.Body) != "a state" || s.Revision < 3 {
				t.Errorf("the other one is %+v, %v; want a copy of it", s, err)
			}
		})
	}
}

// TestStale: of the snapshots this process wrote all but the newest are known to
// be stale; of others the server is to say.
func TestStale(t *testing.T) {
	j, ctx := openStill(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	p := j.snapshots.parts[0]
	var revision uint64
	for n := range uint64(3) {
		var err error
		if revision, err = j.Save(ctx, 0, journal.Snapshot{Channel: here, Revision: revision, Seq: n}); err != nil {
			t.Fatal(err)
		}
	}
	known := func() (stale []bool) {
		t.Helper()
		err := j.store.ReadFrom(ctx, j.store.Names.Snapshots(0), "", 1, 9, func(m *jetstream.RawStreamMsg) bool {
			stale = append(stale, j.snapshots.stale(p, m.Subject, m.Sequence))
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		return stale
	}
	if got, want := known(), []bool{true, true, false}; !slices.Equal(got, want) {
		t.Errorf("known to be stale: %v, want %v", got, want)
	}
	p.mine = mine{} // as in the next process
	if got, want := known(), []bool{false, false, false}; !slices.Equal(got, want) {
		t.Errorf("after a restart known to be stale: %v, want %v", got, want)
	}
}

// TestCompactBesideSaves: while channels save, nothing but their newest state
// is ever seen, and no save is refused.
func TestCompactBesideSaves(t *testing.T) {
	t.Parallel()
	const writers, saves = 4, 400
	j, ctx := openStill(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	ctx, stop := context.WithCancel(ctx)
	var compacting, saving sync.WaitGroup
	compacting.Go(func() {
		for ctx.Err() == nil {
			if err := compactNow(ctx, j, j.snapshots.parts[0]); err != nil && ctx.Err() == nil {
				t.Error(err)
				return
			}
		}
	})
	for w := range writers {
		saving.Go(func() {
			var held [10]uint64
			for n := range saves {
				k := n % len(held)
				channel := messages.ChannelID(fmt.Sprintf("test/w/%d-%d", w, k))
				revision, err := j.Save(ctx, 0, journal.Snapshot{Channel: channel, Revision: held[k], Seq: uint64(n)})
				if err != nil {
					t.Errorf("save %d of %s: %v", n, channel, err)
					return
				}
				held[k] = revision
				if s, err := j.Load(ctx, channel); err != nil || s.Seq != uint64(n) {
					t.Errorf("%s: loaded %+v, %v after save %d", channel, s, err, n)
				}
			}
		})
	}
	saving.Wait()
	stop()
	compacting.Wait()
}

// noise is text without a pattern.
func noise(n int) string {
	b, x := make([]byte, n), uint64(88172645463325252)
	for i := range b { // xorshift, Marsaglia 2003
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b[i] = byte(x)
	}
	return string(b)
}
