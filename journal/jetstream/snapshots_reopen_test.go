package jetstream

import (
	"strconv"
	"testing"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/messages"

	"github.com/nats-io/nats.go"
)

// TestReadNewestSaves: who takes a partition over learns from its newest snapshots what
// all before them have, however many were saved in the last minutes; where an older
// program saved some of them, from all of those minutes.
func TestReadNewestSaves(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	j := openTest(t, Config{URL: outside(t, t.TempDir(), -1).ClientURL(), Partitions: 1})
	const saves, highest = 2*newestSaves + 100, 70_000
	channel := func(n int) messages.ChannelID { return messages.Channel{Network: "test", Chat: strconv.Itoa(n)}.ID() }
	for n := range saves {
		s := journal.Snapshot{Channel: channel(n), Seq: uint64(n)}
		if n == 5 {
			s.Seq = highest
		}
		if _, err := j.Save(ctx, j.Epoch(0), s); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		story string
		then  func()
		want  int // looked at
	}{
		{"all are this program's", func() {}, newestSaves},
		{"an older program's is the newest", func() {
			name, err := layout.ChannelTokens(channel(1))
			if err != nil {
				t.Fatal(err)
			}
			old := nats.Header{layout.HeaderSnapshot: {"3 0 0 1 0 0 1"}}
			if _, err := j.store.Publish(ctx, j.store.Names.Snapshot(0, name), nil, old); err != nil {
				t.Fatal(err)
			}
		}, newestSaves + saves + 1},
		{"as many were saved after that", func() {
			next := *j.snapshots // of who has just taken it over
			next.parts = []*snapshotPart{{}}
			if _, err := next.Read(ctx, 0, 0, 0); err != nil {
				t.Fatal(err)
			}
			for n := range newestSaves {
				if _, err := next.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: channel(saves + n), Seq: 9}); err != nil {
					t.Fatal(err)
				}
			}
		}, newestSaves},
	} {
		tt.then()
		found, err := j.snapshots.Read(ctx, 0, 0, 0)
		if err != nil || found.Seen != highest || found.looked > tt.want || found.looked < newestSaves {
			t.Errorf("%s: %+v, %v; want %d seen after a look at %d", tt.story, found, err, highest, tt.want)
		}
	}
}
