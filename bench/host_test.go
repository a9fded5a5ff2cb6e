//go:build unix

package bench

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"familiar/actors/channel"
	"familiar/journal"
	"familiar/messages"
)

// sitting is how many lines [BenchmarkHost] makes at a time: so few that seldom
// two wait for the same of 10,000 channels, so many that a sitting's end, when
// a core has nothing to do, doesn't count.
const sitting = 1 << 14

// A babble makes lines for channels at random, burst in a row for each. What it
// made last is overwritten by what it makes next.
type babble struct {
	ids    []messages.ChannelID
	burst  int
	people []messages.Author
	draw   *rand.Rand
	at     messages.Instant
	made   int
	in     messages.ChannelID

	lines   [sitting]messages.Line
	records [sitting]journal.Record
}

// next makes up to that many lines, each with an id, a text and a moment of its
// own.
func (m *babble) next(n int) []journal.Record {
	n = min(n, sitting)
	for k := range n {
		if m.made%m.burst == 0 {
			m.in = m.ids[m.draw.IntN(len(m.ids))]
		}
		m.made++
		m.at = m.at.Add(50 * time.Microsecond)
		number := strconv.Itoa(m.made)
		m.lines[k] = messages.Line{
			ID: messages.LineID(number), Channel: m.in, Account: "us", Author: m.people[m.draw.IntN(len(m.people))],
			Text: "so I went to the shop and they had none of it left, " + number,
		}
		m.records[k] = journal.Record{Channel: m.in, Seq: uint64(m.made), At: m.at, Event: messages.Heard{Line: &m.lines[k]}}
	}
	return m.records[:n]
}

// hear sends the records and waits until all are stepped.
func (t *town) hear(records []journal.Record) {
	done := t.done.Load() + int64(len(records))
	for _, r := range records {
		t.host.Send(channel.Key(r.Channel), r)
	}
	for t.done.Load() < done {
		time.Sleep(20 * time.Microsecond) // the clock is the measure here
	}
}

// BenchmarkHost sends lines of 10,000 live channels through host, channel actor
// and the real Step, with notes in a ledger in memory; without snapshots they
// are encoded all the same, and not kept. Before it begins every channel has
// heard as many lines as stay in memory. Lines are made while the clock stands,
// so that lines/s and cpu-µs/line are of what the program does with them, on
// all cores.
func BenchmarkHost(b *testing.B) {
	for _, snapshots := range []bool{false, true} {
		for _, burst := range []int{1, 8} {
			b.Run(fmt.Sprintf("snapshots=%v/burst=%d", snapshots, burst), func(b *testing.B) {
				const channels, resident = 10_000, 64
				t := build(b, snapshots)
				m := &babble{ids: places(channels), burst: burst, people: people, draw: rand.New(rand.NewPCG(1, 2)), at: messages.InstantOf(time.Now())}
				if b.N > 1 { // the first run only asks whether it works
					for m.made < channels*resident {
						t.hear(m.next(sitting))
					}
				}
				var used time.Duration
				b.ReportAllocs()
				b.ResetTimer()
				for left := b.N; left > 0; {
					b.StopTimer()
					lines := m.next(left)
					b.StartTimer()
					before := spent(b)
					t.hear(lines)
					used += spent(b) - before
					left -= len(lines)
				}
				b.StopTimer() // what follows takes 10,000 channels out of memory
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
				b.ReportMetric(float64(used.Nanoseconds())/float64(b.N)/1000, "cpu-µs/line")
			})
		}
	}
}
