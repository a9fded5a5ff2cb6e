//go:build unix

package bench

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/journal"
	"familiar/messages"
)

var rate = flag.Int("rate", 20_000, "lines a second in BenchmarkDurableLatency")

// BenchmarkDurableLatency has -rate lines a second said in 10,000 live
// channels and reports how long one takes from when it was due to be said,
// over the journal, to its decision. ns/op is the pace, not a cost.
func BenchmarkDurableLatency(b *testing.B) {
	v := populate(b, openStore(b, b.TempDir()))
	defer v.leave()
	const channels = 10_000
	newFlood(v, channels).pour(b, 50_000)
	b.Run("lines", func(b *testing.B) {
		ids, draw := places(channels), rand.New(rand.NewPCG(3, 4))
		before := spent(b)
		took := v.pace(b, b.N, *rate, func(int) messages.ChannelID { return ids[draw.IntN(channels)] })
		report(b, took)
		b.ReportMetric(float64((spent(b)-before).Nanoseconds())/float64(b.N)/1000, "cpu-µs/line")
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
	})
}

// report gives the middle and the slow end.
func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// paced tells the ids of pace's lines from those of a flood.
const paced = 1 << 30

// pace has n lines said, so many a second, and gives how long each took from
// the moment it was due until its channel was done with it: a line that had to
// wait to be said has waited.
func (v *village) pace(b *testing.B, n, rate int, in func(i int) messages.ChannelID) []time.Duration {
	type spoken struct {
		i  int
		in messages.ChannelID
	}
	due, took := make([]time.Time, n), make([]time.Duration, n)
	lines := make(chan spoken, n)
	base := paced * (1 + int(v.paces.Add(1)))
	var done atomic.Int64
	all := make(chan struct{})
	v.stepped = func(r journal.Record) {
		heard, ok := r.Event.(messages.Heard)
		if !ok {
			return
		}
		i, err := strconv.Atoi(string(heard.Line.ID))
		if i -= base; err != nil || i < 0 || i >= n {
			return
		}
		took[i] = time.Since(due[i])
		if done.Add(1) == int64(n) {
			close(all)
		}
	}
	var writing sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			for l := range lines {
				say(b, v.journal, l.in, said(l.in, base+l.i, w%len(people)))
			}
		})
	}
	start := time.Now()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for i := 0; i < n; <-tick.C {
		now := time.Now()
		for ; i < n; i++ {
			due[i] = start.Add(time.Duration(i) * time.Second / time.Duration(rate))
			if due[i].After(now) {
				break
			}
			lines <- spoken{i, in(i)}
		}
	}
	close(lines)
	writing.Wait()
	<-all
	return took
}
