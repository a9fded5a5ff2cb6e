//go:build unix

package bench

import (
	"context"
	"flag"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/explain"
	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/messages"
)

var (
	told    = flag.Int("told", 1_000_000, "lines in BenchmarkWhy, of 1,000 channels; one has a fifth of them")
	toldIn  = flag.String("told-in", "", "the folder of BenchmarkWhy's store, which is made if there is none; by default a new one")
	whyFrom = time.Now().Add(-30 * 24 * time.Hour) // when the first of the lines was said
)

// whySpan is how long the lines of BenchmarkWhy took to be said.
const whySpan = 29 * 24 * time.Hour

// busy is the channel of a fifth of the lines.
var busy = places(1)[0]

// BenchmarkWhy asks why a familiar spoke or kept quiet, in a store of -told
// lines of a month with all that was decided on them: each is observed, each
// fiftieth answered. MiB is the most memory that one answer took at a time, as
// often as it was looked at. A visitor, such as familiar why, opens the store for
// each answer while its owner runs.
func BenchmarkWhy(b *testing.B) {
	folder := *toldIn
	if folder == "" {
		folder = b.TempDir()
	}
	tell(b, folder)
	j := openStore(b, folder)
	untilIndexed(b, j)
	newest, oldest := messages.LineID(strconv.Itoa((*told-1)/5*5)), messages.LineID("0")
	quiet := places(1000)[500]
	for _, q := range []struct {
		what  string
		about explain.Question
		none  bool
	}{
		{what: "newest", about: explain.Question{Channel: busy}},
		{what: "newest-quiet", about: explain.Question{Channel: quiet}},
		{what: "newest-50", about: explain.Question{Channel: busy, Last: 50}},
		{what: "new-line", about: explain.Question{Channel: busy, Line: newest}},
		{what: "old-line", about: explain.Question{Channel: busy, Line: oldest}},
		{what: "typo", about: explain.Question{Channel: busy, Line: "O"}, none: true},
		{what: "person", about: explain.Question{Channel: busy, By: "u3"}},
		{what: "nobody", about: explain.Question{Channel: busy, By: "u99"}, none: true},
	} {
		ask := func(b *testing.B, of *jetstream.Journal) {
			answers, err := explain.Why(b.Context(), of, household(false), q.about)
			if err != nil || (len(answers) == 0) != q.none {
				b.Fatalf("%d answers, %v", len(answers), err)
			}
		}
		b.Run(q.what, func(b *testing.B) { measureAnswers(b, func() { ask(b, j) }) })
		b.Run(q.what+"/visitor", func(b *testing.B) {
			measureAnswers(b, func() {
				visitor, err := jetstream.Visit(b.Context(), jetstream.Config{Folder: folder})
				if err != nil {
					b.Fatal(err)
				}
				ask(b, visitor)
				if err := visitor.Close(); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// measureAnswers reports what an answer costs.
func measureAnswers(b *testing.B, answer func()) {
	peak := watch()
	before := spent(b)
	for b.Loop() {
		answer()
	}
	b.ReportMetric(float64((spent(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/answer")
	b.ReportMetric(peak(), "MiB")
}

// untilIndexed waits until the store's index has all notes and lines.
func untilIndexed(b *testing.B, j *jetstream.Journal) {
	began, before := time.Now(), spent(b)
	for !j.Seeks(b.Context()) {
		time.Sleep(100 * time.Millisecond)
	}
	notes, cpu := time.Since(began), spent(b)-before
	for {
		none := true
		for range j.RewindOf(b.Context(), busy, "u99") {
			none = false
			break
		}
		if none {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	b.Logf("notes indexed after %v and %v CPU, lines after %v and %v", notes, cpu, time.Since(began), spent(b)-before)
}

// tell fills a store that has nothing, in so many days as whySpan.
func tell(b *testing.B, folder string) {
	var next atomic.Int64
	moment := func(i int64) time.Time { return whyFrom.Add(whySpan / time.Duration(*told) * time.Duration(i)) }
	j, err := jetstream.Open(b.Context(), jetstream.Config{Folder: folder, Clock: func() time.Time { return moment(next.Load()) }})
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	for range j.Replay(b.Context(), busy, 0) {
		return
	}
	ids := places(1000)
	place := func(i int) messages.ChannelID {
		if i%5 == 0 {
			return busy
		}
		return ids[1+rand.New(rand.NewPCG(7, uint64(i))).IntN(len(ids)-1)]
	}
	var saying sync.WaitGroup
	for range writers {
		saying.Go(func() {
			for i := int(next.Add(1)) - 1; i < *told; i = int(next.Add(1)) - 1 {
				if _, err := j.Append(b.Context(), 0, place(i), said(place(i), i, i%len(people))); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	saying.Wait()
	for i := range *told {
		at := messages.InstantOf(moment(int64(i + writers))) // after its line
		n := &messages.Note{Channel: place(i), Familiar: "aria", Line: messages.LineID(strconv.Itoa(i)), At: at, Act: messages.Observe, Rung: "rest", Facts: messages.Crowd | messages.CreditOn}
		if i%50 != 0 {
			note(b, j, n)
			continue
		}
		n.Act, n.Rung, n.Facts = messages.Engage, "mention", n.Facts|messages.MentionsUs
		note(b, j, n, &messages.Note{Channel: n.Channel, Familiar: n.Familiar, Line: n.Line, At: at + 4000, Act: messages.Settled, Rung: "spoke", Trigger: messages.Address})
	}
}

func note(b *testing.B, j journal.Ledger, notes ...*messages.Note) {
	if err := j.Note(b.Context(), notes...); err != nil {
		b.Fatal(err)
	}
}

// watch looks at the memory that is in use until the end is asked for, and
// tells by how many MiB the most was more than at the beginning.
func watch() (most func() float64) {
	debug.FreeOSMemory()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	began, peak := now.HeapAlloc, now.HeapAlloc
	ctx, stop := context.WithCancel(context.Background())
	var looking sync.WaitGroup
	looking.Go(func() {
		for ctx.Err() == nil {
			runtime.ReadMemStats(&now)
			peak = max(peak, now.HeapAlloc)
			time.Sleep(2 * time.Millisecond) // the clock is the measure here
		}
	})
	return func() float64 {
		stop()
		looking.Wait()
		return float64(peak-began) / (1 << 20)
	}
}
