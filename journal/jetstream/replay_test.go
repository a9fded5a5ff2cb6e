package jetstream

import (
	"testing"

	"familiar/journal/jetstream/store"
)

// TestReplayOverBatches: a channel's records come in order however many reads
// they take.
func TestReplayOverBatches(t *testing.T) {
	j := openTest(t, Config{Folder: t.TempDir(), Partitions: 1})
	const lines = 2*store.ReplayBatch + 1
	var last uint64
	for n := range lines {
		r, err := j.Append(t.Context(), 0, here, someLine(here, n))
		if err != nil {
			t.Fatal(err)
		}
		last = r.Seq
	}
	count, before := 0, uint64(0)
	for r, err := range j.Replay(t.Context(), here, 0) {
		if err != nil || r.Seq <= before {
			t.Fatalf("record %d is %d after %d, %v", count, r.Seq, before, err)
		}
		count, before = count+1, r.Seq
	}
	if count != lines || before != last {
		t.Errorf("got %d records up to %d, want %d up to %d", count, before, lines, last)
	}
}
