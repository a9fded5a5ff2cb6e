//go:build unix

package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// How lines come in: so many writers, each waiting for its line's place in the
// journal, and so many lines at most that are not decided.
const (
	writers  = 64
	underWay = 16_384
)

func openStore(tb testing.TB, folder string) *jetstream.Journal {
	tb.Helper()
	j, err := jetstream.Open(tb.Context(), jetstream.Config{Folder: folder, Partitions: *partitions})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { j.Close() })
	return j
}

// BenchmarkDurable is BenchmarkJournal over the embedded JetStream: lines of
// so many channels from Append to their decision, with snapshots and
// checkpoints as the app has them. Every channel has been live for a while.
// cpu-µs/line counts everything in the process, the server and the writers
// too. "published" are the same lines in a store of their own, appended and read back
// by nobody who decides.
func BenchmarkDurable(b *testing.B) {
	for _, channels := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("channels=%d", channels), func(b *testing.B) {
			v := populate(b, openStore(b, b.TempDir()))
			defer v.leave()
			f := newFlood(v, channels)
			f.greet(b)
			f.pour(b, 50_000)
			b.Run("lines", f.measure)
		})
		b.Run(fmt.Sprintf("channels=%d/published", channels), func(b *testing.B) {
			j := openStore(b, b.TempDir())
			f := floodOf(j, channels)
			ctx, leave := context.WithCancel(b.Context())
			var reading sync.WaitGroup
			defer reading.Wait()
			defer leave()
			for p := range j.Partitions() {
				reading.Go(func() {
					_ = j.Consume(ctx, p, 0, func(r journal.Record) {
						f.took(r)
						if r.Seq%1024 == 0 { // stands in for the snapshots
							_ = j.SetCheckpoint(ctx, 0, p, r.Seq)
						}
					})
				})
			}
			f.greet(b)
			f.pour(b, 50_000)
			b.Run("lines", f.measure)
		})
	}
}

// measure pours as many lines as are to be measured.
func (f *flood) measure(b *testing.B) {
	b.ReportAllocs()
	b.ResetTimer()
	before := spent(b)
	f.pour(b, b.N)
	b.ReportMetric(float64((spent(b)-before).Nanoseconds())/float64(b.N)/1000, "cpu-µs/line")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
	b.ReportMetric(resident(), "RSS-MiB")
}

// A flood is lines of a journal's channels, taken at random.
type flood struct {
	journal journal.Journal
	ids     []messages.ChannelID
	next    atomic.Int64  // number of the next line
	room    chan struct{} // one for each line that is not decided
}

// newFlood is of a village, whose channels decide on the lines.
func newFlood(v *village, channels int) *flood {
	f := floodOf(v.journal, channels)
	v.stepped = f.took
	return f
}

func floodOf(j journal.Journal, channels int) *flood {
	return &flood{journal: j, ids: places(channels), room: make(chan struct{}, underWay)}
}

// took makes room for another line once one is decided.
func (f *flood) took(r journal.Record) {
	if _, ok := r.Event.(messages.Heard); ok {
		<-f.room
	}
}

// greetings is how many people say something in every channel before anything
// is measured. A familiar answers who is alone with it: a turn for each channel,
// which is two more records and a snapshot.
const greetings = 3

// greet has the first people said something in every channel.
func (f *flood) greet(b *testing.B) {
	for who := range greetings {
		err := each(len(f.ids), func(i int) error {
			f.room <- struct{}{}
			say(b, f.journal, f.ids[i], said(f.ids[i], int(f.next.Add(1)), who))
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		f.settle()
	}
}

// settle waits until all lines are decided.
func (f *flood) settle() {
	for len(f.room) > 0 {
		time.Sleep(100 * time.Microsecond) // the clock is the measure here
	}
}

// pour has n lines said and waits until all are decided.
func (f *flood) pour(b *testing.B, n int) {
	until := f.next.Load() + int64(n)
	var writing sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			draw := rand.New(rand.NewPCG(uint64(w), uint64(until)))
			for i := f.next.Add(1); i <= until; i = f.next.Add(1) {
				id := f.ids[draw.IntN(len(f.ids))]
				f.room <- struct{}{}
				say(b, f.journal, id, said(id, int(i), draw.IntN(len(people))))
			}
			f.next.Add(-1)
		})
	}
	writing.Wait()
	f.settle()
}

// say appends until the journal takes it, as a network would say it again.
func say(b *testing.B, j journal.Journal, id messages.ChannelID, e messages.Event) {
	for {
		_, err := j.Append(b.Context(), 0, id, e)
		if err == nil {
			return
		}
		if !errors.Is(err, journal.ErrFull) {
			b.Error(err)
			return
		}
		time.Sleep(time.Millisecond) // the clock is the measure here
	}
}
