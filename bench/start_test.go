//go:build unix

package bench

import (
	"flag"
	"runtime/debug"
	"testing"
	"time"

	"familiar/messages"
)

var (
	known      = flag.Int("known", 100_000, "channels that are known in BenchmarkKnown and BenchmarkRecovery")
	deadlines  = flag.Int("deadlines", 1000, "of these with a deadline")
	waking     = flag.Int("waking", 500, "passive channels woken a second in BenchmarkKnown")
	uncovered  = flag.Int("uncovered", 200_000, "lines that no snapshot covers in BenchmarkRecovery")
	partitions = flag.Int("partitions", 0, "of a durable journal; 0: as many as a new store has")
)

// wakings is how many passive channels BenchmarkKnown wakes.
const wakings = 5000

// BenchmarkKnown opens a store of -known channels, one line and one snapshot
// each, that was closed in order, and then has lines said in channels that are
// not in memory. Run it with -benchtime 1x: ns/op means nothing. RSS-MiB is
// once everything is live, the latencies from Append to decision, p50 and p99.
func BenchmarkKnown(b *testing.B) {
	folder := b.TempDir()
	left(b, store{Folder: folder, Partitions: *partitions, Known: *known, Deadlines: *deadlines, Clean: true})
	b.ReportMetric(onDisk(b, folder), "disk-MiB")
	v := start(b, folder)
	defer v.leave()
	debug.FreeOSMemory() // as the program does once it has caught up
	b.ReportMetric(resident(), "RSS-MiB")
	ids := places(*known)
	v.pace(b, 500, *waking, func(i int) messages.ChannelID { return ids[i] }) // until every partition is being read
	before := spent(b)
	took := v.pace(b, wakings, *waking, func(i int) messages.ChannelID { return ids[(i+500)*7919%len(ids)] })
	report(b, took)
	b.ReportMetric(float64((spent(b)-before).Microseconds())/wakings, "cpu-µs/wake")
	b.ReportMetric(resident(), "RSS-awake-MiB")
}

// BenchmarkRecovery opens a store of -known channels whose process was killed
// with -uncovered lines after their snapshots, and waits until all are stepped
// and live. Run it with -benchtime 1x.
func BenchmarkRecovery(b *testing.B) {
	folder := b.TempDir()
	left(b, store{Folder: folder, Partitions: *partitions, Known: *known, Deadlines: *deadlines, Unsaved: *uncovered})
	before, began := spent(b), time.Now()
	v := start(b, folder)
	defer v.leave()
	for v.done.Load() < int64(*uncovered) {
		time.Sleep(time.Millisecond) // the clock is the measure here
	}
	b.ReportMetric(time.Since(began).Seconds(), "stepped-s")
	b.ReportMetric((spent(b) - before).Seconds(), "cpu-s")
	b.ReportMetric(resident(), "RSS-MiB")
}

// BenchmarkCold opens a store of -known channels and reads the states of channels that
// sleep, one after the other with a rest between, each for the first time. Run it with
// -benchtime 1x.
func BenchmarkCold(b *testing.B) {
	const loads, rest = 3000, 2 * time.Millisecond
	folder := b.TempDir()
	left(b, store{Folder: folder, Partitions: *partitions, Known: *known, Deadlines: *deadlines, Clean: true})
	j := openStore(b, folder)
	ids := places(*known)
	took := make([]time.Duration, 0, loads)
	for i := range loads {
		began := time.Now()
		s, err := j.Load(b.Context(), ids[i*7919%len(ids)])
		if err != nil || s.Revision == 0 {
			b.Fatalf("state %d is %+v, %v", i, s, err)
		}
		took = append(took, time.Since(began))
		time.Sleep(rest) // the clock is the measure here
	}
	report(b, took)
	b.ReportMetric(resident(), "RSS-MiB")
}

// start opens a store as a process that begins: it is done when every
// partition is live and all deadlines are found.
func start(b *testing.B, folder string) *village {
	b.Helper()
	began, before := time.Now(), spent(b)
	j := openStore(b, folder)
	b.ReportMetric(time.Since(began).Seconds(), "open-s")
	v := populate(b, j)
	v.ready.Wait()
	found := 0
	for _, err := range j.Due(b.Context(), forever) {
		if err != nil {
			b.Fatal(err)
		}
		found++
	}
	if found < *deadlines {
		b.Fatalf("%d deadlines found, want %d at least", found, *deadlines)
	}
	b.ReportMetric(time.Since(began).Seconds(), "live-s")
	b.ReportMetric((spent(b) - before).Seconds(), "live-cpu-s")
	return v
}
