package jetstream

import (
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// TestPowerCut: the log lost records that a snapshot or the checkpoint has
// seen; what is appended afterwards must come after them.
func TestPowerCut(t *testing.T) {
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
			if _, err := j.writeMeta(t.Context(), checkpointWord(0), 0, 500); err != nil {
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
	if err := j.purge(t.Context(), j.names.stream("due"), 2); err != nil {
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
