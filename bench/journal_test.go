//go:build unix

package bench

import (
	"context"
	"sync"
	"testing"
	"time"

	"familiar/actors/channel"
	"familiar/journal"
)

// BenchmarkJournal is BenchmarkHost from the journal's Append on: every line is
// journaled in memory, read back by its partition's reader, and stepped.
func BenchmarkJournal(b *testing.B) {
	t := build(b, true)
	lines := records(b.N, 10_000, 1)
	ctx, stop := context.WithCancel(b.Context())
	var readers sync.WaitGroup
	for p := range t.journal.Partitions() {
		readers.Go(func() {
			t.journal.Consume(ctx, p, 0, func(r journal.Record) { t.host.Send(channel.Key(r.Channel), r) })
		})
	}
	b.ReportAllocs()
	b.ResetTimer()
	for _, r := range lines {
		if _, err := t.journal.Append(ctx, 0, r.Channel, r.Event); err != nil {
			b.Fatal(err)
		}
	}
	for t.done.Load() < int64(b.N) {
		time.Sleep(100 * time.Microsecond) // the clock is the measure here
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
	stop()
	readers.Wait()
}
