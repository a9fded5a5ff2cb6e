package erasing

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
)

// A torn journal can't say which channels of its first partition are old.
type torn struct{ journal.Journal }

func (j torn) Aged(ctx context.Context, partition int, t messages.Instant) iter.Seq2[messages.ChannelID, error] {
	if partition > 0 {
		return j.Journal.Aged(ctx, partition, t)
	}
	return func(yield func(messages.ChannelID, error) bool) { yield("", errors.New("torn")) }
}

// TestCleanGoesOn: what fails in one partition keeps no other from forgetting
// what is too old, and is said.
func TestCleanGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := memory.New(memory.Config{Partitions: 4})
		saved := make(map[messages.ChannelID]bool)
		for _, chat := range strings.Fields("a b c d e f g h i j k l") {
			id := messages.Channel{Network: "web", Chat: chat}.ID()
			if _, err := j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: id, Seq: 1}); err != nil {
				t.Fatal(err)
			}
			saved[id] = true
		}
		time.Sleep(2 * time.Hour)
		a := Janitor{Journal: torn{j}, Keep: time.Hour}
		if err := a.clean(t.Context()); err == nil || !strings.Contains(err.Error(), "partition 0: look for old channels: torn") {
			t.Errorf("got %v, want what failed", err)
		}
		for id := range saved {
			told := 0
			for range j.Replay(t.Context(), id, 0) {
				told++
			}
			if want := min(j.Partition(id), 1); told != want {
				t.Errorf("%s of partition %d was told %d times to forget, want %d", id, j.Partition(id), told, want)
			}
		}
	})
}
