package waking

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// A woken is who was woken and when, in a bubble.
type woken struct {
	began time.Time
	mu    sync.Mutex
	who   []string // "channel after 5s"
}

func (w *woken) wake(id messages.ChannelID, awake func()) {
	awake()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.who = append(w.who, fmt.Sprintf("%s after %v", id, time.Since(w.began).Round(time.Second)))
}

func (w *woken) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.who)
}

func realTime() messages.Instant { return messages.InstantOf(time.Now()) }

func in(d time.Duration) messages.Instant { return messages.InstantOf(time.Now().Add(d)) }

// snapshots returns these as the journal does.
func snapshots(due ...journal.Snapshot) iter.Seq2[journal.Snapshot, error] {
	return func(yield func(journal.Snapshot, error) bool) {
		for _, s := range due {
			if !yield(s, nil) {
				return
			}
		}
	}
}

func TestWaker(t *testing.T) {
	for _, tt := range []struct {
		story string
		tell  func(*Waker)
		after time.Duration
		want  []string
	}{
		{"a channel is woken when its deadline has come", func(w *Waker) {
			w.Set("a", in(5*time.Second))
		}, 6 * time.Second, []string{"a after 5s"}},
		{"an earlier one comes first", func(w *Waker) {
			w.Set("a", in(5*time.Second))
			w.Set("b", in(3*time.Second))
		}, 6 * time.Second, []string{"b after 3s", "a after 5s"}},
		{"a snapshot with another deadline counts", func(w *Waker) {
			w.Set("a", in(5*time.Second))
			w.Set("a", in(20*time.Second))
		}, 10 * time.Second, nil},
		{"a snapshot without one ends it", func(w *Waker) {
			w.Set("a", in(5*time.Second))
			w.Set("a", 0)
		}, time.Hour, nil},
		{"while the snapshot has the deadline it is woken each minute", func(w *Waker) {
			w.Set("a", in(5*time.Second))
		}, 130 * time.Second, []string{"a after 5s", "a after 1m5s", "a after 2m5s"}},
		{"at the start those with a near deadline are woken, and again when it comes", func(w *Waker) {
			w.recall(snapshots(
				journal.Snapshot{Channel: "near", Due: in(10 * time.Minute)},
				journal.Snapshot{Channel: "far", Due: in(20 * time.Minute)},
				journal.Snapshot{Channel: "past", Due: in(-time.Minute)},
			), in(0))
			w.Set("past", 0)
		}, 21 * time.Minute, []string{"near after 0s", "near after 10m0s", "near after 11m0s", "near after 12m0s"}},
		{"a channel that saved before the start's list was read knows better", func(w *Waker) {
			w.Set("a", in(5*time.Second))
			w.recall(snapshots(journal.Snapshot{Channel: "a", Due: in(-time.Hour)}), in(0))
		}, 6 * time.Second, []string{"a after 5s"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				woken := &woken{began: time.Now()}
				w := New(realTime, woken.wake)
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				tt.tell(w)
				go w.Run(ctx)
				time.Sleep(tt.after)
				synctest.Wait()
				if got := woken.who[:min(len(woken.who), max(len(tt.want), 1))]; !slices.Equal(got, tt.want) {
					t.Errorf("woken %q, want first of all %q", woken.who, tt.want)
				}
			})
		})
	}
}

// TestWakerHasABoundedRate: 10,000 overdue channels take five seconds.
func TestWakerHasABoundedRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		woken := &woken{began: time.Now()}
		w := New(realTime, woken.wake)
		var all []journal.Snapshot
		for i := range 10_000 {
			all = append(all, journal.Snapshot{Channel: messages.ChannelID(fmt.Sprint(i)), Due: in(-time.Duration(i) * time.Millisecond)})
		}
		if err := w.recall(snapshots(all...), in(0)); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go w.Run(ctx)
		for second, want := range []int{2000, 4000, 6000, 8000, 10_000} {
			time.Sleep(time.Second)
			synctest.Wait()
			if n := woken.count(); n < want-100 || n > want+100 {
				t.Errorf("%d channels are woken after %d s, want about %d", n, second+1, want)
			}
		}
	})
}

// TestWakerAfterASleep: a machine that slept, or whose clock was put forward, wakes a
// channel a minute late at most: its timers have not noticed.
func TestWakerAfterASleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var slept time.Duration
		var mu sync.Mutex
		clock := func() messages.Instant {
			mu.Lock()
			defer mu.Unlock()
			return in(slept)
		}
		woken := &woken{began: time.Now()}
		w := New(clock, woken.wake)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go w.Run(ctx)
		w.Set("morning", in(9*time.Hour))
		time.Sleep(time.Minute + time.Second)
		mu.Lock()
		slept = 9 * time.Hour
		mu.Unlock()
		time.Sleep(time.Minute)
		if got := woken.count(); got != 1 {
			t.Errorf("a minute after the machine slept through a deadline %d channels are woken, want 1", got)
		}
	})
}

// TestWakerWaitsForTheWoken: whoever is slow to wake is not woken again, and
// keeps others waiting only once a burst of them is slow.
func TestWakerWaitsForTheWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var asked []func() // awakens each that was woken, in order
		var w *Waker
		w = New(realTime, func(id messages.ChannelID, woken func()) {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, func() {
				w.Set(id, 0)
				woken()
			})
		})
		var all []journal.Snapshot
		for i := range 50 {
			all = append(all, journal.Snapshot{Channel: messages.ChannelID(fmt.Sprint(i)), Due: in(-time.Second)})
		}
		if err := w.recall(snapshots(all...), in(0)); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go w.Run(ctx)
		awake := 0
		for _, step := range []struct {
			story string
			waken int           // how many of those on their way are awake now
			after time.Duration // how long later
			want  int           // how many were woken in all
		}{
			{"a burst is woken and no more while none is awake", 0, 10 * time.Minute, wakeBurst},
			{"one that is awake makes room for one", 1, time.Second, wakeBurst + 1},
			{"all of them for as many", wakeBurst, time.Second, 2*wakeBurst + 1},
			{"then for the rest", wakeBurst, time.Second, 50},
		} {
			for range step.waken {
				asked[awake]()
				awake++
			}
			time.Sleep(step.after)
			synctest.Wait()
			mu.Lock()
			if len(asked) != step.want {
				t.Errorf("%s: %d are woken, want %d", step.story, len(asked), step.want)
			}
			mu.Unlock()
		}
	})
}

// BenchmarkWakerSet moves the deadlines of 100,000 channels, as their
// snapshots do.
func BenchmarkWakerSet(b *testing.B) {
	w := New(realTime, func(messages.ChannelID, func()) {})
	ids := make([]messages.ChannelID, 100_000)
	for i := range ids {
		ids[i] = messages.ChannelID(fmt.Sprint("test/w/", i))
	}
	draw := rand.New(rand.NewPCG(1, 2))
	for i := 0; b.Loop(); i++ {
		w.Set(ids[i%len(ids)], messages.Instant(1+draw.IntN(1_000_000)))
	}
}
