package memory

import (
	"errors"
	"fmt"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal"
	"familiar/journal/journaltest"
	"familiar/messages"
)

func TestJournal(t *testing.T) {
	for _, tt := range []struct {
		story  string
		config Config
	}{
		{"as configured by default", Config{}},
		{"with one partition", Config{Partitions: 1}},
		{"keeping everything", Config{Keep: true}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			journaltest.Run(t, func(t *testing.T) journal.Journal {
				j := New(tt.config)
				t.Cleanup(func() { j.Close() })
				return j
			})
		})
	}
}

// TestPartitionIsStable: a process with another FNV would look for channels
// where they aren't.
func TestPartitionIsStable(t *testing.T) {
	j := New(Config{Partitions: 8})
	for channel, want := range map[messages.ChannelID]int{
		"discord/1/2": 0, "slack/T1/C2": 7, "terminal//prompt": 7,
	} {
		if got := j.Partition(channel); got != want {
			t.Errorf("%s is in partition %d, want %d", channel, got, want)
		}
	}
	count := make([]int, 8)
	for n := range 8000 {
		count[j.Partition(messages.ChannelID("discord/1/"+strconv.Itoa(n)))]++
	}
	for p, n := range count {
		if n < 800 || n > 1200 {
			t.Errorf("partition %d has %d of 8,000 channels", p, n)
		}
	}
}

func TestFull(t *testing.T) {
	const limit = 2000
	j, ctx := New(Config{Partitions: 1, MaxRecords: limit, Recent: 1}), t.Context()
	add := func(channel messages.ChannelID) (journal.Record, error) {
		return j.Append(ctx, 0, channel, messages.TimerFired{N: 1})
	}
	var half journal.Record
	for n := range limit {
		r, err := add(messages.ChannelID(fmt.Sprint("test/w/", n%2)))
		if err != nil {
			t.Fatalf("append %d: %v", n, err)
		}
		if n == limit-2 {
			half = r
		}
	}
	if _, err := add("test/w/2"); !errors.Is(err, journal.ErrFull) {
		t.Fatalf("append over the limit: got %v, want ErrFull", err)
	}
	if _, err := j.Save(ctx, 0, journal.Snapshot{Channel: "test/w/0", Seq: half.Seq}); err != nil {
		t.Fatal(err)
	}
	for n := range limit / 2 {
		if _, err := add("test/w/2"); err != nil {
			t.Fatalf("append %d after a snapshot: %v", n, err)
		}
	}
	if _, err := add("test/w/2"); !errors.Is(err, journal.ErrFull) {
		t.Fatalf("append over the limit again: got %v, want ErrFull", err)
	}
	if err := j.SetCheckpoint(ctx, 0, 0, half.Seq); err != nil {
		t.Fatal(err)
	}
	if _, err := add("test/w/2"); err != nil {
		t.Fatalf("append after the checkpoint: %v", err)
	}
	left := map[messages.ChannelID]int{}
	for _, e := range j.partitions[0].records {
		left[e.Channel]++
	}
	if left["test/w/0"] != 0 || left["test/w/1"] != 1 || left["test/w/2"] != limit/2+1 {
		t.Errorf("kept %v, want what nothing covers", left)
	}
}

func TestConsumeOverGaps(t *testing.T) {
	j, ctx := New(Config{Partitions: 1, Recent: 1}), t.Context()
	for n := range 6000 {
		r, err := j.Append(ctx, 0, messages.ChannelID(fmt.Sprint("test/w/", n%3)), messages.TimerFired{N: uint64(n)})
		if err != nil {
			t.Fatal(err)
		}
		if n%3 == 0 {
			continue
		}
		s, err := j.Load(ctx, r.Channel)
		if err != nil {
			t.Fatal(err)
		}
		s.Seq = r.Seq
		if _, err := j.Save(ctx, 0, s); err != nil {
			t.Fatal(err)
		}
	}
	p := j.partitions[0]
	if len(p.records) > 4100 || p.uncovered != 2000 {
		t.Fatalf("%d records kept, %d uncovered; want at most 4,100 and 2,000", len(p.records), p.uncovered)
	}
	for seq := range uint64(6001) {
		i := p.after(seq)
		if i < len(p.records) && p.records[i].Seq <= seq || i > 0 && p.records[i-1].Seq > seq {
			t.Fatalf("after(%d) = %d", seq, i)
		}
	}
}

func TestClockGoesBack(t *testing.T) {
	now := time.UnixMilli(1000)
	j := New(Config{Clock: func() time.Time { return now }, Generation: func() int { return 7 }})
	for _, step := range []struct {
		story     string
		set, want int64
	}{
		{"a first line", 1000, 1000},
		{"the clock was set back", 400, 1000},
		{"it goes on", 1500, 1500},
	} {
		now = time.UnixMilli(step.set)
		r, err := j.Append(t.Context(), 0, "test/w/c", messages.TimerFired{})
		if err != nil || int64(r.At) != step.want || r.Generation != 7 {
			t.Errorf("%s: got %+v, %v; want at %d, generation 7", step.story, r, err, step.want)
		}
	}
}

func TestLimits(t *testing.T) {
	j, ctx := New(Config{MaxNotes: 3, MaxPostIDs: 2}), t.Context()
	for n := range 5 {
		if err := j.Note(ctx, &messages.Note{Channel: "test/w/c", N: uint64(n)}); err != nil {
			t.Fatal(err)
		}
	}
	want := uint64(4)
	for note, err := range j.Notes(ctx, "test/w/c", 0) {
		if err != nil || note.N != want {
			t.Fatalf("got note %d, %v; want %d", note.N, err, want)
		}
		want--
	}
	if want != 1 {
		t.Errorf("the ledger kept notes down to %d, want 2", want+1)
	}
	for n := range 3 {
		id := messages.PostID(fmt.Sprint(n))
		if err := j.Enqueue(ctx, 0, messages.Post{ID: id, Channel: "test/w/c"}); err != nil {
			t.Fatal(err)
		}
		if err := j.Remove(ctx, "test/w/c", id); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Enqueue(ctx, 0, messages.Post{ID: "1", Channel: "test/w/c"}); !errors.Is(err, journal.ErrExists) {
		t.Errorf("a remembered id: got %v, want ErrExists", err)
	}
	if err := j.Enqueue(ctx, 0, messages.Post{ID: "0", Channel: "test/w/c"}); err != nil {
		t.Errorf("the id beyond the limit: got %v, want it forgotten", err)
	}
}

func TestBubbleTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := New(Config{Partitions: 1})
		done := make(chan error)
		var at []messages.Instant
		go func() {
			done <- j.Consume(t.Context(), 0, 0, func(r journal.Record) { at = append(at, r.At) })
		}()
		start := messages.InstantOf(time.Now())
		for range 2 {
			time.Sleep(time.Minute)
			if _, err := j.Append(t.Context(), 0, "test/w/c", messages.TimerFired{}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		j.Close()
		if err := <-done; !errors.Is(err, journal.ErrClosed) {
			t.Errorf("consume returned %v, want ErrClosed", err)
		}
		if len(at) != 2 || at[0] != start.Add(time.Minute) || at[1] != start.Add(2*time.Minute) {
			t.Errorf("records at %v, want one and two minutes after %v", at, start)
		}
	})
}

func TestValidate(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Errorf("the default is refused: %v", err)
	}
	if err := (Config{MaxNotes: -1}).Validate(); err == nil {
		t.Error("a negative limit is accepted")
	}
}

func TestRecentStays(t *testing.T) {
	const recent, total = 100, 5000
	j, ctx := New(Config{Partitions: 1, Recent: recent}), t.Context()
	for range total {
		r, err := j.Append(ctx, 0, "test/w/c", messages.TimerFired{})
		if err != nil {
			t.Fatal(err)
		}
		if err := j.SetCheckpoint(ctx, 0, 0, r.Seq); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(j.partitions[0].records); n < recent || n > recent+1025 {
		t.Errorf("kept %d covered records, want the newest %d and at most 1,024 on their way out", n, recent)
	}
	for r, err := range j.Replay(ctx, "test/w/c", total-recent) {
		if err != nil || r.Seq != total-recent+1 {
			t.Errorf("the oldest recent record is %d, %v; want %d", r.Seq, err, total-recent+1)
		}
		break
	}
}
