package erasing

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"familiar/journal"
	"familiar/journal/audit"
	"familiar/journal/memory"
	"familiar/messages"
)

// looked counts how often all channels are gone through, the first time only after a wait.
type looked struct {
	*memory.Journal
	times atomic.Int64
	wait  func()
}

func (l *looked) Recent(ctx context.Context, t messages.Instant) iter.Seq2[journal.Saved, error] {
	if l.times.Add(1) == 1 {
		l.wait()
	}
	return l.Journal.Recent(ctx, t)
}

// TestServerDestroyed: of hundreds of rooms that are deleted at once each goes with its own
// threads, and all channels are looked through twice: for the first room, and for those that
// came meanwhile.
func TestServerDestroyed(t *testing.T) {
	const rooms = 300
	j := &looked{Journal: memory.New(memory.Config{Keep: true, MaxNotes: 10_000})}
	defer j.Close()
	room := func(i int) messages.ChannelID { return messages.ChannelID(fmt.Sprintf("discord/1/%d", i)) }
	hear := func(id messages.ChannelID) {
		if _, err := j.Append(t.Context(), 0, id, messages.Heard{Line: &messages.Line{Channel: id, ID: "1"}}); err != nil {
			t.Fatal(err)
		}
		if err := j.Note(t.Context(), &messages.Note{Channel: id, Line: "1", At: 1, Act: messages.Observe}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range rooms {
		hear(room(i))
		hear(room(i) + "/7")
	}
	hear("discord/1/other/7")
	d := NewDeletions(j, audit.NewMemory())
	begun := make(chan struct{})
	j.wait = func() { // until all the others wait
		close(begun)
		for waiting := 0; waiting < rooms-1; runtime.Gosched() {
			d.mu.Lock()
			waiting = len(d.rooms)
			d.mu.Unlock()
		}
	}
	var deleting sync.WaitGroup
	for i := range rooms {
		deleting.Go(func() {
			if err := d.Forget(t.Context(), room(i)); err != nil {
				t.Error(err)
			}
		})
		<-begun
	}
	deleting.Wait()
	if n := j.times.Load(); n != 2 {
		t.Errorf("all channels were looked through %d times", n)
	}
	forgotten := func(id messages.ChannelID) (n int) {
		for r, err := range j.Replay(t.Context(), id, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Event == (messages.Forgotten{All: true}) {
				n++
			}
		}
		return n
	}
	for i := range rooms {
		if got := []int{forgotten(room(i)), forgotten(room(i) + "/7")}; !slices.Equal(got, []int{1, 1}) {
			t.Fatalf("room %d and its thread were told to forget %v times", i, got)
		}
	}
	if forgotten("discord/1/other/7") != 0 {
		t.Error("a thread of another room was told to forget")
	}
}
