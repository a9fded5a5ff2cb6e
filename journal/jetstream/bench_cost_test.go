//go:build unix

package jetstream

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
)

// spent is the CPU time of the process, the server's in it too. Unlike the
// clock it says the same on a machine that has other work.
func spent(tb testing.TB) time.Duration {
	tb.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// perOp reports the CPU time spent since `before`, by operation.
func perOp(b *testing.B, before time.Duration) {
	b.ReportMetric(float64((spent(b)-before).Nanoseconds())/float64(b.N)/1000, "cpu-µs/op")
}

// BenchmarkSync is what it costs to have every write reach the disk: appends of
// one writer, and of 64 up to the partitions' readers.
func BenchmarkSync(b *testing.B) {
	for _, synced := range []bool{false, true} {
		for _, writers := range []int{1, 64} {
			b.Run(fmt.Sprintf("sync=%v/writers=%d", synced, writers), func(b *testing.B) {
				j, err := Open(b.Context(), Config{Folder: b.TempDir(), Sync: synced})
				if err != nil {
					b.Fatal(err)
				}
				defer j.Close()
				ctx, stop := context.WithCancel(b.Context())
				var readers sync.WaitGroup
				var arrived atomic.Int64
				all := make(chan struct{})
				for p := range j.Partitions() {
					readers.Go(func() {
						_ = j.Consume(ctx, p, 0, func(journal.Record) {
							if arrived.Add(1) == int64(b.N) {
								close(all)
							}
						})
					})
				}
				ids, before := someChannels(1000), spent(b)
				b.ResetTimer()
				byMany(b, writers, func(n int) error {
					id := ids[n%len(ids)]
					_, err := j.Append(ctx, 0, id, someLine(id, n))
					return err
				})
				<-all
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
				perOp(b, before)
				stop()
				readers.Wait()
			})
		}
	}
}

// byMany does b.N things with so many goroutines.
func byMany(b *testing.B, writers int, do func(n int) error) {
	b.Helper()
	var next atomic.Int64
	var working sync.WaitGroup
	for range writers {
		working.Go(func() {
			for n := int(next.Add(1)); n <= b.N; n = int(next.Add(1)) {
				if err := do(n); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	working.Wait()
}

// BenchmarkOutbox is a post's way: into the outbox, to its account, out again,
// with so many on their way at the same time.
func BenchmarkOutbox(b *testing.B) {
	for _, writers := range []int{1, 16} {
		b.Run(fmt.Sprintf("posts=%d", writers), func(b *testing.B) {
			j, ids := benchOpen(b), someChannels(1000)
			ctx, stop := context.WithCancel(b.Context())
			waiting := make(map[messages.PostID]chan struct{}, b.N)
			for n := range b.N {
				waiting[somePost(n+1)] = make(chan struct{})
			}
			var delivering sync.WaitGroup
			delivering.Go(func() {
				_ = j.Deliver(ctx, "felix", func(p messages.Post) { close(waiting[p.ID]) })
			})
			before := spent(b)
			b.ResetTimer()
			byMany(b, writers, func(n int) error {
				p := messages.Post{ID: somePost(n), Channel: ids[n%len(ids)], Account: "felix", Text: "I can bring the cake, if somebody brings plates."}
				if err := j.Enqueue(ctx, 1, p); err != nil {
					return err
				}
				<-waiting[p.ID]
				return j.Remove(ctx, p.Channel, p.ID)
			})
			b.StopTimer()
			perOp(b, before)
			stop()
			delivering.Wait()
		})
	}
}

func somePost(n int) messages.PostID { return messages.PostID(fmt.Sprintf("post-%d", n)) }

// BenchmarkLedger is a decision into the ledger: one that observes, which is
// packed with others of its channel, and one that speaks, which is written by
// itself. cpu-µs/op has the writing, ns/op what who notes waits for.
func BenchmarkLedger(b *testing.B) {
	for _, act := range []messages.Act{messages.Observe, messages.Engage} {
		b.Run(string(act), func(b *testing.B) {
			j, ids := benchOpen(b), someChannels(1000)
			before := spent(b)
			b.ResetTimer()
			for n := range b.N {
				note := &messages.Note{
					Channel: ids[n%len(ids)], Familiar: "aria", Line: messages.LineID(fmt.Sprint(n)),
					At: 1_700_000_000_000 + messages.Instant(n), Act: act, Rung: "observe", Reason: because.Read("observe", "nobody asked"),
				}
				if err := j.Note(b.Context(), note); err != nil {
					b.Fatal(err)
				}
				if n%1024 == 1023 { // the ledger loses what the server can't take
					if err := j.ledger.Settle(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			}
			if err := j.ledger.Settle(b.Context()); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			perOp(b, before)
		})
	}
}
