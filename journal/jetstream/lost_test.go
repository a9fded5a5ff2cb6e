package jetstream

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/messages"
)

// TestPowerCut: the log lost records that a snapshot or the checkpoint has
// seen; what is appended afterwards must come after them.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		story string
		lines int
		seen  func(*testing.T, *Journal)
	}{
		{"a snapshot saw them", 3, func(t *testing.T, j *Journal) {
			if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: here, Seq: 500}); err != nil {
				t.Fatal(err)
			}
		}},
		{"the checkpoint passed them", 3, func(t *testing.T, j *Journal) {
			if _, err := j.store.WriteMeta(t.Context(), j.store.Names.CheckpointWord(0), 0, 500); err != nil {
				t.Fatal(err)
			}
		}},
		{"nothing of the log is left", 0, func(t *testing.T, j *Journal) {
			if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: here, Seq: 500}); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			folder := t.TempDir()
			j := openTest(t, Config{Folder: folder, Partitions: 1})
			for n := range tt.lines {
				if _, err := j.Append(t.Context(), 0, here, messages.TimerFired{N: uint64(n)}); err != nil {
					t.Fatal(err)
				}
			}
			tt.seen(t, j)
			for range 2 { // the second finds nothing left to do
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
				j = openTest(t, Config{Folder: folder})
				if last, err := j.Last(t.Context(), 0); err != nil || last != 500 {
					t.Errorf("last is %d, %v; want 500", last, err)
				}
			}
			if r, err := j.Append(t.Context(), 0, here, messages.TimerFired{N: 9}); err != nil || r.Seq != 501 {
				t.Errorf("appended at %d, %v; want 501", r.Seq, err)
			}
			var got []uint64
			for r, err := range j.Replay(t.Context(), here, 0) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, r.Seq)
			}
			if len(got) != tt.lines+1 || got[tt.lines] != 501 {
				t.Errorf("replayed %v, want the %d that are left and 501", got, tt.lines)
			}
		})
	}
}

// TestDeadlineLost: the due index lost what a snapshot still says.
func TestDeadlineLost(t *testing.T) {
	folder := t.TempDir()
	j := openTest(t, Config{Folder: folder})
	if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: here, Due: 70}); err != nil {
		t.Fatal(err)
	}
	if err := j.store.Purge(t.Context(), j.store.Names.Stream("due"), 2); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j = openTest(t, Config{Folder: folder})
		n := 0
		for d, err := range j.Due(t.Context(), 70) {
			if n++; err != nil || d.Channel != here || d.Due != 70 {
				t.Errorf("due is %+v, %v", d, err)
			}
		}
		if n != 1 {
			t.Errorf("%d are due, want 1", n)
		}
	}
}

// TestDeadlineLostOnce: what the start after a power cut has found of a deadline, among
// many channels that were saved since, a later one that finds the store closed knows.
func TestDeadlineLostOnce(t *testing.T) {
	folder := t.TempDir()
	j := openTest(t, Config{Folder: folder, Partitions: 1})
	if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: here, Due: 70}); err != nil {
		t.Fatal(err)
	}
	for n := range 2 * newestSaves {
		if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: messages.Channel{Network: "test", Chat: strconv.Itoa(n)}.ID(), Seq: uint64(n)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.store.Purge(t.Context(), j.store.Names.Stream("due"), 2); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	unclosed(t, folder)
	for _, looked := range []int{2*newestSaves + 1, newestSaves} {
		j = openTest(t, Config{Folder: folder})
		if due := j.snapshots.parts[0].due.by(70); len(due) != 1 || due[0].Channel != here {
			t.Errorf("due is %+v, want the one deadline", due)
		}
		found, err := j.snapshots.Read(t.Context(), 0, 0, 0)
		if err != nil || found.looked != looked || found.Seen != 2*newestSaves-1 {
			t.Errorf("opening looked at %d snapshots and saw %d, %v; want %d", found.looked, found.Seen, err, looked)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestClosedUnmended: a start that ends before it has mended the store, and closes it in
// order, leaves it to the next one to look at all.
func TestClosedUnmended(t *testing.T) {
	c := Config{Folder: t.TempDir(), Partitions: 1}
	j := openTest(t, c)
	for n := range 2 * newestSaves {
		if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: messages.Channel{Network: "test", Chat: strconv.Itoa(n)}.ID(), Seq: uint64(n)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		s, err := embedded.Start(t.Context(), c.withDefaults().embedded())
		if err != nil {
			t.Fatal(err)
		}
		if s.AsClosed() != want {
			t.Errorf("the store is as it was closed: %v, want %v", !want, want)
		}
		if err := s.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []bool{false, true} { // the first of them mends it
		j = openTest(t, c)
		if j.store.Server.AsClosed() != want {
			t.Errorf("opened, it is as it was closed: %v, want %v", !want, want)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// unclosed has a store look like a killed process's.
func unclosed(t *testing.T, folder string) {
	t.Helper()
	if err := os.Remove(filepath.Join(embedded.Files(folder), "extent")); err != nil {
		t.Fatal(err)
	}
}

// TestDeadlineOfOld: the index said something lately of a channel whose snapshot
// that is left was saved long ago.
func TestDeadlineOfOld(t *testing.T) {
	j := openTest(t, Config{Folder: t.TempDir(), Partitions: 1})
	if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: here, Due: 70}); err != nil {
		t.Fatal(err)
	}
	p := j.snapshots.parts[0]
	p.due.set(here, due{})
	if err := j.snapshots.ReadLately(t.Context(), []messages.ChannelID{here, "test/w/there"}); err != nil {
		t.Fatal(err)
	}
	if err := j.snapshots.correctDues(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if at := p.due.get(here).at; at != 70 || len(p.due.by(1000)) != 1 {
		t.Errorf("the deadline is %d of %v, want the snapshot's", at, p.due.by(1000))
	}
}

// TestDeadlineBack: the newest snapshot is lost, and the index says that the
// deadline of the one before it is gone.
func TestDeadlineBack(t *testing.T) {
	folder := t.TempDir()
	j := openTest(t, Config{Folder: folder, Partitions: 1})
	first, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: here, Due: 70})
	if err != nil {
		t.Fatal(err)
	}
	newest, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: here, Revision: first})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.store.Delete(t.Context(), j.store.Names.Snapshots(0), false, newest); err != nil {
		t.Fatal(err)
	}
	for n := range 3000 { // saved since, and many
		if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: messages.Channel{Network: "test", Chat: strconv.Itoa(n)}.ID()}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	unclosed(t, folder)
	j = openTest(t, Config{Folder: folder})
	var got []journal.Snapshot
	for d, err := range j.Due(t.Context(), 70) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, d)
	}
	if len(got) != 1 || got[0].Channel != here || got[0].Due != 70 {
		t.Errorf("due is %+v, want the deadline of the snapshot that is left", got)
	}
}
