package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// TestBackupOfABusyStore: while lines are said, states saved and posts
// delivered, a backup is a store that a crash could have left.
func TestBackupOfABusyStore(t *testing.T) {
	long.Test(t)
	t.Parallel()
	c := Config{Folder: t.TempDir(), Partitions: 2, Within: time.Minute} // of a machine that is busy, too
	j := opened(t, c)
	fill(t, j)
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	for w := range 3 {
		channel := messages.ChannelID(fmt.Sprintf("test/w/busy%d", w))
		begun := make(chan struct{})
		working.Go(func() { busy(ctx, t, j, channel, begun) })
		<-begun
	}
	visitor := visited(t, c)
	for round := range 3 {
		var file bytes.Buffer
		if err := visitor.Dump(t.Context(), &file, nil); err != nil {
			t.Fatal(err)
		}
		if problems, err := visitor.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
			t.Errorf("round %d, the busy store: %v, %v", round, problems, err)
		}
		target := Config{Folder: filepath.Join(t.TempDir(), "journal")}
		if err := Restore(t.Context(), target, &file, nil); err != nil {
			t.Fatal(err)
		}
		restored := visited(t, target)
		if problems, err := restored.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
			t.Errorf("round %d, restored: %v, %v", round, problems, err)
		}
		once(t, restored)
	}
	stop()
	working.Wait()
}

// TestBackupOfALogThatIsTrimmed: while a backup is made, a busy program may save
// its channels and trim its log up to there. A backup whose snapshots are older
// would have a gap in what was said.
func TestBackupOfALogThatIsTrimmed(t *testing.T) {
	t.Parallel()
	const channel, records, seen = "test/w/garden", 10, 5
	for _, tt := range []struct {
		story  string
		before uint64 // records before it go
		want   error
	}{
		{"up to what the backup's snapshots have seen", seen + 1, nil},
		{"and further", seen + 2, ErrTrimmed},
	} {
		t.Run(tt.story, func(t *testing.T) {
			j := opened(t, Config{Folder: t.TempDir(), Partitions: 1, Within: time.Minute})
			for n := range records {
				if _, err := j.Append(t.Context(), 0, channel, said(channel, n)); err != nil {
					t.Fatal(err)
				}
			}
			covers(t, j, channel, seen)
			var written uint64 // all of it, the log last
			if err := j.Dump(t.Context(), io.Discard, func(done, _ uint64) { written = done }); err != nil {
				t.Fatal(err)
			}
			err := j.Dump(t.Context(), io.Discard, func(done, _ uint64) {
				if done == written-records {
					covers(t, j, channel, records)
					cut(t, j, j.store.Names.Lines(0), tt.before)
				}
			})
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

// covers saves a channel that has seen so much, and sets the checkpoint there.
func covers(t *testing.T, j *Journal, channel messages.ChannelID, seen uint64) {
	t.Helper()
	s, err := j.Load(t.Context(), channel)
	if err == nil {
		_, err = j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: channel, Revision: s.Revision, Seq: seen})
	}
	if err == nil {
		err = j.SetCheckpoint(t.Context(), j.Epoch(0), 0, seen)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// busy does what a channel does, until ctx ends: a line, the state, a post and
// its delivery.
func busy(ctx context.Context, t *testing.T, j *Journal, channel messages.ChannelID, begun chan<- struct{}) {
	revision := uint64(0)
	for n := 0; ctx.Err() == nil; n++ {
		post := messages.Post{ID: messages.PostID(fmt.Sprint(n)), Channel: channel, Account: "a"}
		if _, err := j.Append(t.Context(), 0, channel, said(channel, n)); err != nil {
			t.Error(err)
			return
		}
		if err := j.Enqueue(t.Context(), j.Epoch(0), post); err != nil {
			t.Error(err)
			return
		}
		r, err := j.Append(t.Context(), 0, channel, messages.Delivered{Post: post.ID})
		if err == nil {
			revision, err = j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: channel, Revision: revision, Seq: r.Seq, Due: messages.Instant(1<<41 - n)})
		}
		if err == nil {
			err = j.Remove(t.Context(), channel, post.ID)
		}
		if err != nil {
			t.Error(err)
			return
		}
		if n == 0 {
			close(begun)
		}
	}
}

// once fails if a post waits that was delivered and taken out before the log
// went on: it would be said twice.
func once(t *testing.T, j *Journal) {
	t.Helper()
	waits := make(map[string]bool)
	err := j.store.Scan(t.Context(), store.Reading{Stream: j.store.Names.Stream("outbox")}, func(m store.Message) error {
		before, isMark := strings.CutSuffix(m.Subject, layout.Removed)
		if isMark {
			delete(waits, before)
		} else {
			waits[strings.TrimSuffix(m.Subject, "a")] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	delivered := make(map[messages.ChannelID]string) // the post of the newest record, if that is its delivery
	for r, err := range j.Records(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if subject := delivered[r.Channel]; waits[subject] {
			t.Errorf("%s waits, and the log goes on after its delivery", subject)
		}
		delete(delivered, r.Channel)
		if e, is := r.Event.(messages.Delivered); is {
			if delivered[r.Channel], err = j.outbox.PostSubject(r.Channel, e.Post); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// BenchmarkBackup writes, reads and restores a store of 50,000 lines in 1,000
// channels.
func BenchmarkBackup(b *testing.B) {
	const lines = 50_000
	j, err := Open(b.Context(), Config{Folder: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = j.Close() })
	var working sync.WaitGroup
	for w := range 50 {
		working.Go(func() {
			for n := range lines / 50 {
				channel := messages.ChannelID(fmt.Sprintf("test/w/c%d", (w*7919+n)%1000))
				if _, err := j.Append(b.Context(), 0, channel, said(channel, n)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	working.Wait()
	var file bytes.Buffer
	if err := j.Dump(b.Context(), &file, nil); err != nil {
		b.Fatal(err)
	}
	for _, does := range []struct {
		what string
		do   func() error
	}{
		{"Dump", func() error { return j.Dump(b.Context(), io.Discard, nil) }},
		{"Verify", func() error { _, err := j.Verify(b.Context(), nil, nil); return err }},
		{"Restore", func() error {
			return Restore(b.Context(), Config{Folder: filepath.Join(b.TempDir(), "journal")}, bytes.NewReader(file.Bytes()), nil)
		}},
	} {
		b.Run(does.what, func(b *testing.B) {
			for b.Loop() {
				if err := does.do(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
