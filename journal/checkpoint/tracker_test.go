package checkpoint

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

// The tests' trackers are of one of 8 partitions.
const (
	partitions = 8
	share      = Records / partitions
)

// naive is what a tracker means, said slowly: every record and every snapshot.
type naive struct {
	last    uint64
	records []struct {
		id  messages.ChannelID
		seq uint64
	}
	saved map[messages.ChannelID]uint64
}

// floor returns the first record that no snapshot covers.
func (n *naive) floor() uint64 {
	for _, r := range n.records {
		if r.seq > n.saved[r.id] {
			return r.seq
		}
	}
	return n.last + 1
}

// TestFloorIsTheFirstUncovered: whatever is handed over and saved in whatever
// order, the floor is the first record that no snapshot covers.
func TestFloorIsTheFirstUncovered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tracker, model := New(partitions), naive{saved: map[messages.ChannelID]uint64{}}
		began := rapid.Uint64Range(0, 10).Draw(t, "after")
		tracker.Begin(began, 1)
		model.last = began
		now := messages.Instant(1)
		t.Repeat(map[string]func(*rapid.T){
			"hand over": func(t *rapid.T) {
				id := messages.ChannelID(rapid.StringMatching("[a-e]").Draw(t, "channel"))
				seq := model.last + rapid.Uint64Range(1, 3).Draw(t, "gap")
				tracker.Handed(id, seq)
				model.last = seq
				model.records = append(model.records, struct {
					id  messages.ChannelID
					seq uint64
				}{id, seq})
			},
			"hand over again": func(t *rapid.T) {
				if len(model.records) > 0 {
					r := rapid.SampledFrom(model.records).Draw(t, "record")
					tracker.Handed(r.id, r.seq)
				}
			},
			"save": func(t *rapid.T) {
				id := messages.ChannelID(rapid.StringMatching("[a-e]").Draw(t, "channel"))
				seq := rapid.Uint64Range(0, model.last+5).Draw(t, "seq")
				tracker.Saved(id, seq)
				model.saved[id] = max(model.saved[id], seq)
			},
			"time passes": func(*rapid.T) {
				now = now.Add(10 * time.Second)
				tracker.Overdue(now)
			},
			"": func(t *rapid.T) {
				if got, want := tracker.Floor(), model.floor(); got != want {
					t.Fatalf("the floor is %d, want %d", got, want)
				}
			},
		})
	})
}

// TestBlockedChannelHoldsOnlyItself: while one channel saves nothing, what the
// others had is forgotten here.
func TestBlockedChannelHoldsOnlyItself(t *testing.T) {
	tracker := New(partitions)
	tracker.Begin(0, 0)
	tracker.Handed("stuck", 1)
	for seq := uint64(2); seq < 100_000; seq++ {
		tracker.Handed("busy", seq)
		if seq%32 == 0 {
			tracker.Saved("busy", seq)
		}
	}
	if kept := cap(tracker.records); kept > 2*fewest {
		t.Errorf("there is room for %d records, want a few for the stuck one and those since the other's snapshot", kept)
	}
	tracker.Saved("busy", 99_999)
	if got := tracker.Floor(); got != 1 {
		t.Errorf("the floor is %d, want 1", got)
	}
	tracker.Saved("stuck", 1)
	if got := tracker.Floor(); got != 100_000 {
		t.Errorf("the floor is %d once all is saved, want 100000", got)
	}
}

func TestOverdue(t *testing.T) {
	for _, tt := range []struct {
		story string
		tell  func(*Tracker) (now messages.Instant)
		want  []messages.ChannelID
	}{
		{"a young record bothers nobody", func(t *Tracker) messages.Instant {
			t.Handed("a", 1)
			return 29_999
		}, nil},
		{"an old one's channel is named", func(t *Tracker) messages.Instant {
			t.Handed("a", 1)
			return 60_000
		}, []messages.ChannelID{"a"}},
		{"one that was saved since is not", func(t *Tracker) messages.Instant {
			t.Handed("a", 1)
			t.Saved("a", 1)
			return 60_000
		}, nil},
		{"who was named has a minute", func(t *Tracker) messages.Instant {
			t.Handed("a", 1)
			t.Overdue(60_000)
			return 119_999
		}, nil},
		{"and is then named again", func(t *Tracker) messages.Instant {
			t.Handed("a", 1)
			t.Overdue(60_000)
			return 120_000
		}, []messages.ChannelID{"a"}},
		{"its share of the records later the floor's holders are named at once, first the first", func(t *Tracker) messages.Instant {
			t.Handed("b", 1)
			t.Handed("a", 2)
			for seq := uint64(3); seq <= share+2; seq++ {
				t.Handed("c", seq)
			}
			return 1
		}, []messages.ChannelID{"b", "a"}},
		{"one record sooner only the first is", func(t *Tracker) messages.Instant {
			t.Handed("b", 1)
			t.Handed("a", 2)
			for seq := uint64(3); seq <= share+1; seq++ {
				t.Handed("c", seq)
			}
			return 1
		}, []messages.ChannelID{"b"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			tracker := New(partitions)
			tracker.Begin(0, 0)
			if got := tracker.Overdue(tt.tell(tracker)); !slices.Equal(got, tt.want) {
				t.Errorf("named %q, want %q", got, tt.want)
			}
		})
	}
}

// TestAgeingIsSpread: channels that spoke at the same moment don't save at the
// same moment.
func TestAgeingIsSpread(t *testing.T) {
	tracker := New(partitions)
	tracker.Begin(0, 0)
	const channels = 3000
	for i := range channels {
		tracker.Handed(messages.ChannelID(strconv.Itoa(i)), uint64(i+1))
	}
	named := 0
	for now := messages.Instant(0); now <= 60_000; now += 20 {
		n := len(tracker.Overdue(now))
		if n > channels/200 {
			t.Errorf("%d of %d are named at once", n, channels)
		}
		named += n
	}
	if named != channels {
		t.Errorf("%d of %d were named within a minute", named, channels)
	}
}

// BenchmarkRecord hands records over in 8 partitions and saves a channel
// after so many of its own: 32 as a rule, 2 where 100,000 channels share the
// records that may be uncovered.
func BenchmarkRecord(b *testing.B) {
	for _, bb := range []struct{ channels, every int }{{1000, 32}, {10_000, 16}, {100_000, 2}} {
		b.Run(fmt.Sprintf("channels=%d", bb.channels), func(b *testing.B) {
			ids := make([]messages.ChannelID, bb.channels)
			for i := range ids {
				ids[i] = messages.Channel{Network: "test", Workspace: "w", Chat: strconv.Itoa(i)}.ID()
			}
			trackers := make([]*Tracker, partitions)
			for p := range trackers {
				trackers[p] = New(partitions)
				trackers[p].Begin(0, 0)
			}
			b.ReportAllocs()
			seq := 0
			for b.Loop() {
				seq++
				i := seq * 7919 % bb.channels
				t, id := trackers[i%partitions], ids[i]
				t.Handed(id, uint64(seq))
				if (seq/bb.channels+i)%bb.every == 0 {
					t.Saved(id, uint64(seq))
				}
			}
		})
	}
}

// BenchmarkOverdue looks through a share of the records, of as many channels, none of
// them overdue yet.
func BenchmarkOverdue(b *testing.B) {
	tracker := New(partitions)
	tracker.Begin(0, 0)
	for i := range share {
		tracker.Handed(messages.ChannelID(strconv.Itoa(i)), uint64(i+1))
	}
	for b.Loop() {
		tracker.looked = 0 // as if a second had passed
		tracker.Overdue(messages.Instant(Age/time.Millisecond) + 1)
	}
}
