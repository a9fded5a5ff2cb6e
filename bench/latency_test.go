//go:build unix

package bench

import (
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/channel"
	"familiar/messages"
)

// BenchmarkLatency sends 20,000 lines a second to 10,000 channels and reports
// how long a line waits for its decision. ns/op is the pace, not a cost.
func BenchmarkLatency(b *testing.B) {
	t := build(b, true)
	lines := records(b.N, 10_000, 1)
	sent := make([]time.Time, b.N)
	took := make([]time.Duration, b.N)
	var decided atomic.Int64
	t.observe = func(notes []*messages.Note) {
		for _, n := range notes {
			if i, err := strconv.Atoi(string(n.Line)); err == nil && !n.Act.IsOutcome() {
				took[i] = time.Since(sent[i])
				decided.Add(1)
			}
		}
	}
	const beat, each = time.Millisecond, 20
	tick := time.NewTicker(beat)
	defer tick.Stop()
	b.ResetTimer()
	for i, r := range lines {
		if i%each == 0 {
			<-tick.C
		}
		sent[i] = time.Now()
		t.host.Send(channel.Key(r.Channel), r)
	}
	for decided.Load() < int64(b.N) {
		<-tick.C
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[b.N/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[b.N*99/100].Microseconds()), "p99-µs")
}
