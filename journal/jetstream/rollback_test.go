package jetstream

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"familiar/internal/long"
	"familiar/journal"
	"familiar/messages"
)

// A history is what a process wrote, and copies of its files as they were while
// it did.
type history struct {
	t      *testing.T
	chance *rand.Rand
	j      *Journal
	folder string
	copies []string

	rooms   []*roomOf
	ordered map[messages.PostID]uint64 // the record that ordered it
	epochs  uint64                     // the newest that wrote
}

// A roomOf is one channel as its owner knows it.
type roomOf struct {
	id       messages.ChannelID
	seq      uint64 // newest record
	snapshot journal.Snapshot
	waiting  []messages.Post
}

var mixes = flag.Int("mixes", 12, "how many mixes TestRolledBack makes; .ci/run asks for 40")

// TestRolledBack mixes the streams of one store from copies of its files made at
// different moments, as a power cut does, and opens it. Whatever the moments
// were, nothing that is left is passed over or given a second time.
func TestRolledBack(t *testing.T) {
	long.Test(t)
	t.Parallel()
	lost := map[string]int{}
	for seed := range uint64(4) {
		h := live(t, seed)
		for n := range *mixes / 4 {
			t.Run(fmt.Sprintf("seed %d, mix %d", seed, n), func(t *testing.T) {
				h.t = t
				for _, what := range h.check(h.mix()) {
					lost[what]++
				}
			})
		}
	}
	t.Log(lost)
	if *mixes < 40 {
		return // of few, any may be missing
	}
	for _, what := range []string{"records", "snapshots", "checkpoint back", "astray", "settled", "gone from the outbox"} {
		if lost[what] == 0 {
			t.Errorf("no mix had to do with %s: %v", what, lost)
		}
	}
}

// live writes for a while, and copies the files a few times.
func live(t *testing.T, seed uint64) *history {
	h := &history{t: t, chance: rand.New(rand.NewPCG(seed, 16)), folder: t.TempDir(), ordered: map[messages.PostID]uint64{}}
	h.j = openTest(t, Config{Folder: h.folder, Partitions: 2})
	for n := range 4 {
		h.rooms = append(h.rooms, &roomOf{id: messages.Channel{Network: "test", Chat: fmt.Sprint(n)}.ID()})
	}
	for step := range 120 {
		h.step()
		if step%24 == 23 {
			h.copies = append(h.copies, t.TempDir())
			if err := os.CopyFS(h.copies[len(h.copies)-1], os.DirFS(filepath.Join(h.folder, "store"))); err != nil {
				t.Fatal(err)
			}
		}
		if step == 60 { // another process: what it writes has another epoch
			h.must(h.j.Close())
			h.j = openTest(t, Config{Folder: h.folder})
		}
	}
	h.epochs = h.j.Epoch(0)
	h.must(h.j.Close())
	return h
}

func (h *history) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *history) append(r *roomOf, e messages.Event) {
	record, err := h.j.Append(h.t.Context(), h.j.Epoch(0), r.id, e)
	h.must(err)
	r.seq = record.Seq
}

// save writes the channel's snapshot, with a deadline or without.
func (h *history) save(r *roomOf) {
	s := journal.Snapshot{Channel: r.id, Revision: r.snapshot.Revision, Seq: r.seq, Body: []byte("state")}
	if h.chance.IntN(3) > 0 {
		s.Due = messages.Instant(h.chance.IntN(1000) + 1)
	}
	revision, err := h.j.Save(h.t.Context(), h.j.Epoch(0), s)
	h.must(err)
	s.Revision = revision
	r.snapshot = s
}

// step is something that a process does.
func (h *history) step() {
	r := h.rooms[h.chance.IntN(len(h.rooms))]
	switch h.chance.IntN(6) {
	case 0, 1:
		h.append(r, messages.TimerFired{N: 1})
	case 2:
		h.save(r)
	case 3:
		h.append(r, messages.Composed{N: 1, Parts: []string{"hello"}, Final: true})
		h.save(r)
		p := messages.Post{ID: messages.PostID(fmt.Sprintf("%s~aria~1.%d~0", r.id, r.seq)), Channel: r.id, Account: "us", Text: "hello"}
		h.must(h.j.Enqueue(h.t.Context(), h.j.Epoch(0), p))
		h.ordered[p.ID] = r.seq
		r.waiting = append(r.waiting, p)
	case 4:
		if len(r.waiting) == 0 {
			return
		}
		p := r.waiting[0]
		r.waiting = r.waiting[1:]
		h.append(r, messages.Delivered{Post: p.ID, Line: "l"})
		h.save(r)
		h.must(h.j.Remove(h.t.Context(), r.id, p.ID))
	default:
		partition := h.chance.IntN(2)
		h.must(h.j.SetCheckpoint(h.t.Context(), h.j.Epoch(0), partition, h.floor(partition)))
	}
}

// floor is the last record before the first that no snapshot covers.
func (h *history) floor(partition int) uint64 {
	last, err := h.j.Last(h.t.Context(), partition)
	h.must(err)
	for _, r := range h.rooms {
		if h.j.Partition(r.id) != partition || r.snapshot.Seq >= r.seq {
			continue
		}
		for record, err := range h.j.Replay(h.t.Context(), r.id, r.snapshot.Seq) {
			h.must(err)
			last = min(last, record.Seq-1)
			break
		}
	}
	return last
}

// mix makes a store of streams as they were at different moments.
func (h *history) mix() (folder string) {
	folder = h.t.TempDir()
	store := filepath.Join(folder, "store")
	h.must(os.CopyFS(store, os.DirFS(h.copies[0])))
	all, err := filepath.Glob(filepath.Join(store, "jetstream", "*", "streams", "*"))
	h.must(err)
	for _, stream := range all {
		within, err := filepath.Rel(store, stream)
		h.must(err)
		h.must(os.RemoveAll(stream))
		from := h.copies[h.chance.IntN(len(h.copies))]
		h.must(os.CopyFS(stream, os.DirFS(filepath.Join(from, within))))
	}
	return folder
}

// check opens a mixed store and says what there was to mend.
func (h *history) check(folder string) (mended []string) {
	t, ctx := h.t, h.t.Context()
	t.Helper()
	stored := map[int]uint64{} // checkpoints as they were written
	before := visitTest(t, folder)
	for p := range 2 {
		checkpoint, err := before.Checkpoint(ctx, p)
		h.must(err)
		stored[p] = checkpoint
	}
	h.must(before.Close())
	j := openTest(t, Config{Folder: folder})
	records, delivered := map[messages.ChannelID][]uint64{}, map[messages.PostID]bool{}
	for _, r := range h.rooms {
		for record, err := range j.Replay(ctx, r.id, 0) {
			h.must(err)
			records[r.id] = append(records[r.id], record.Seq)
			if e, is := record.Event.(messages.Delivered); is {
				delivered[e.Post] = true
			}
		}
	}
	dues := map[messages.ChannelID]messages.Instant{}
	for s, err := range j.Due(ctx, 1<<40) {
		h.must(err)
		dues[s.Channel] = s.Due
	}
	for _, r := range h.rooms {
		s, err := j.Load(ctx, r.id)
		h.must(err)
		checkpoint, err := j.Checkpoint(ctx, j.Partition(r.id))
		h.must(err)
		if checkpoint < stored[j.Partition(r.id)] {
			mended = append(mended, "checkpoint back")
		}
		for _, seq := range records[r.id] {
			if seq > s.Seq && seq <= checkpoint {
				t.Errorf("%s: the snapshot is of %d, the checkpoint %d: nobody reads record %d again", r.id, s.Seq, checkpoint, seq)
			}
		}
		if s.Due != 0 && (dues[r.id] == 0 || dues[r.id] > s.Due) {
			t.Errorf("%s: the snapshot's deadline is %d, the index says %d", r.id, s.Due, dues[r.id])
		}
		if n := len(records[r.id]); n == 0 || records[r.id][n-1] < r.seq {
			mended = append(mended, "records")
		}
		if s.Seq < r.snapshot.Seq {
			mended = append(mended, "snapshots")
		}
		last, err := j.Last(ctx, j.Partition(r.id))
		h.must(err)
		if last < s.Seq || last < checkpoint {
			t.Errorf("%s: the next record comes after %d, the snapshot is of %d and the checkpoint %d", r.id, last, s.Seq, checkpoint)
		}
	}
	return append(mended, h.checkPosts(j, records, delivered)...)
}

// checkPosts: the outbox tells of every post whose order is gone, and of each
// post how it stands.
func (h *history) checkPosts(j *Journal, records map[messages.ChannelID][]uint64, delivered map[messages.PostID]bool) (mended []string) {
	t, ctx := h.t, h.t.Context()
	astray := map[messages.PostID]bool{}
	for p := range j.Partitions() {
		for a, err := range j.Astray(ctx, p) {
			h.must(err)
			astray[a.Post] = true
			mended = append(mended, "astray")
		}
	}
	for _, id := range slices.Sorted(maps.Keys(h.ordered)) {
		channel, _, _ := strings.Cut(string(id), "~")
		p := messages.Post{ID: id, Channel: messages.ChannelID(channel), Account: "us", Text: "another"}
		kept := slices.Contains(records[p.Channel], h.ordered[id])
		err := j.Enqueue(ctx, j.Epoch(0), p)
		known := err != nil
		switch {
		case errors.Is(err, journal.ErrSettled):
			mended = append(mended, "settled")
		case errors.Is(err, journal.ErrExists):
		case err == nil:
			mended = append(mended, "gone from the outbox")
		default:
			t.Errorf("%s: %v", id, err)
		}
		if known && !kept && !astray[id] {
			t.Errorf("%s is in the outbox (%v), the record that ordered it, %d, is not in the log, and nobody is told", id, err, h.ordered[id])
		}
		if astray[id] && kept && delivered[id] {
			t.Errorf("%s is told astray, and the log has its order and its delivery", id)
		}
	}
	return mended
}

func visitTest(t *testing.T, folder string) *Journal {
	t.Helper()
	j, err := Visit(t.Context(), Config{Folder: folder, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestEpochLost: the record of the epoch is older than what was written by it.
func TestEpochLost(t *testing.T) {
	folder := t.TempDir()
	var written uint64
	for range 3 {
		j := openTest(t, Config{Folder: folder})
		written = j.Epoch(0)
		if _, err := j.Save(t.Context(), written, journal.Snapshot{Channel: here, Revision: 0, Seq: 1}); err != nil && !errors.Is(err, journal.ErrConflict) {
			t.Fatal(err)
		}
		if _, err := j.Append(t.Context(), written, here, messages.TimerFired{N: 1}); err != nil {
			t.Fatal(err)
		}
		if written == 3 {
			if _, err := j.store.Publish(t.Context(), j.store.Names.Subject("meta", "epoch"), []byte("1"), nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if j := openTest(t, Config{Folder: folder}); j.Epoch(0) <= written {
		t.Errorf("the epoch is %d, and %d has written already", j.Epoch(0), written)
	}
}
