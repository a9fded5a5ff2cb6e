package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/messages"
)

func part(channel messages.ChannelID, n int) messages.Post {
	return messages.Post{ID: messages.PostID(fmt.Sprint("p", n)), Channel: channel, Account: "felix", Part: n, Text: "hello"}
}

func enqueued(t *testing.T, j *Journal, posts ...messages.Post) {
	t.Helper()
	for _, p := range posts {
		if err := j.Enqueue(t.Context(), j.Epoch(0), p); err != nil {
			t.Fatal(err)
		}
	}
}

// handed returns the first n posts an account is handed.
func handed(t *testing.T, j *Journal, account messages.AccountID, n int) []messages.Post {
	t.Helper()
	ctx, enough := context.WithTimeout(t.Context(), time.Minute)
	defer enough()
	var got []messages.Post
	err := j.Deliver(ctx, account, func(p messages.Post) {
		if got = append(got, p); len(got) == n {
			enough()
		}
	})
	if err != nil || len(got) < n {
		t.Fatalf("handed %d posts, %v; want %d", len(got), err, n)
	}
	return got
}

func TestRemovedHalfway(t *testing.T) {
	folder := t.TempDir()
	j := opened(t, Config{Folder: folder, Partitions: 1})
	for _, channel := range []messages.ChannelID{"test/w/c", "test/w/c/thread"} {
		enqueued(t, j, part(channel, 0), part(channel, 1))
		subject, err := j.outbox.PostSubject(channel, "p0")
		if err != nil {
			t.Fatal(err)
		}
		// The mark is written; the entry is still there when the process dies.
		if _, err := j.store.Publish(t.Context(), subject+layout.Removed, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = opened(t, Config{Folder: folder})
	for _, p := range handed(t, j, "felix", 2) {
		if p.ID != "p1" {
			t.Errorf("%s of %s was handed over again", p.ID, p.Channel)
		}
	}
	if err := j.Enqueue(t.Context(), j.Epoch(0), part("test/w/c", 0)); !errors.Is(err, journal.ErrExists) {
		t.Errorf("its id is taken again: %v", err)
	}
	if err := j.Remove(t.Context(), "test/w/c", "p0"); err != nil {
		t.Errorf("removing it again: %v", err)
	}
	state, err := j.store.State(t.Context(), j.store.Names.Stream("outbox"))
	if err != nil || state.Msgs != 4 { // two marks, two posts
		t.Errorf("the stream has %d messages, %v; want the removal finished", state.Msgs, err)
	}
}

func TestRemoveUnknownWritesNothing(t *testing.T) {
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
	if err := j.Remove(t.Context(), "test/w/c", "p0"); err != nil {
		t.Fatal(err)
	}
	if state, err := j.store.State(t.Context(), j.store.Names.Stream("outbox")); err != nil || state.LastSeq != 0 {
		t.Errorf("it wrote %d messages, %v", state.LastSeq, err)
	}
	enqueued(t, j, part("test/w/c", 0))
}

func TestOneOfManyIsTaken(t *testing.T) {
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
	for n := range 50 {
		var taken atomic.Int32
		var wg sync.WaitGroup
		for account := range 4 {
			wg.Go(func() {
				p := part("test/w/c", n)
				p.Account = messages.AccountID(fmt.Sprint("a", account))
				switch err := j.Enqueue(t.Context(), j.Epoch(0), p); {
				case err == nil:
					taken.Add(1)
				case !errors.Is(err, journal.ErrExists):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if taken.Load() != 1 {
			t.Fatalf("id %d was taken %d times", n, taken.Load())
		}
	}
}

func TestSeveralDeliver(t *testing.T) {
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
	var posts []messages.Post
	for n := range 20 {
		posts = append(posts, part("test/w/c", n), part("test/w/c/p0", n)) // a thread named like a post
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			next := map[messages.ChannelID]int{}
			for _, p := range handed(t, j, "felix", len(posts)) {
				if p.Part != next[p.Channel] {
					t.Errorf("%s: got part %d, want %d", p.Channel, p.Part, next[p.Channel])
				}
				next[p.Channel] = p.Part + 1
			}
		})
	}
	wg.Go(func() {
		enqueued(t, j, posts...)
		other := part("test/w/c", 99)
		other.Account = "nora"
		enqueued(t, j, other)
	})
	wg.Wait()
}

// TestTenThousandPosts: what is left of many is found after a reopening.
func TestTenThousandPosts(t *testing.T) {
	long.Test(t)
	t.Parallel()
	const total, every = 10_000, 100
	folder := t.TempDir()
	j := opened(t, Config{Folder: folder, Partitions: 1})
	var wg sync.WaitGroup
	for w := range 10 {
		wg.Go(func() {
			for n := w; n < total; n += 10 {
				p := part(messages.ChannelID(fmt.Sprint("test/w/", n%50)), n)
				if err := errors.Join(j.Enqueue(t.Context(), j.Epoch(0), p)); err != nil {
					t.Error(err)
					return
				}
				if n%every == 0 {
					continue
				}
				if err := j.Remove(t.Context(), p.Channel, p.ID); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = opened(t, Config{Folder: folder})
	var got []int
	for _, p := range handed(t, j, "felix", total/every) {
		got = append(got, p.Part)
	}
	slices.Sort(got)
	for i, n := range got {
		if n != i*every {
			t.Fatalf("post %d was handed over, want %d", n, i*every)
		}
	}
}

// BenchmarkPost is one reply's way through the outbox.
func BenchmarkPost(b *testing.B) {
	j := benchOpen(b)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		p := part("discord/99182736/1182736455", n)
		if err := j.Enqueue(b.Context(), j.Epoch(0), p); err != nil {
			b.Fatal(err)
		}
		if err := j.Remove(b.Context(), p.Channel, p.ID); err != nil {
			b.Fatal(err)
		}
	}
}
