package conversation

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/memory"
	"familiar/policy/transcript"
)

// talk is lines of 20 people, about 60 letters each, made beforehand: more than
// the 512 ids a channel remembers, so they can come round again.
func talk() []*messages.Line {
	lines := make([]*messages.Line, 4096)
	for i := range lines {
		who := messages.PersonID(fmt.Sprintf("%018d", i*7%20))
		lines[i] = &messages.Line{
			ID: messages.LineID(fmt.Sprintf("%018d", i)), Channel: scriptChannel,
			Author: messages.Author{ID: who, Name: "person " + string(who[16:])},
			Text:   fmt.Sprintf("And that, I think, is what line number %d of this talk says.", i),
		}
	}
	return lines
}

// hearing drives one channel: a line every 700 ms, deadlines as they come,
// every question answered with no.
type hearing struct {
	s     *Channel
	now   messages.Instant
	lines []*messages.Line
	next  int
	out   []Effect
}

func newHearing(c *Config) *hearing {
	h := &hearing{s: New(scriptChannel, c), now: 1_772_366_400_000, lines: talk()}
	h.s.FoldBy(new(ladder.Folder)) // as in its actor
	for range 200 {
		h.line()
	}
	return h
}

func (h *hearing) line() {
	h.now += 700
	if due, ok := h.s.Due(); ok && due.At <= h.now {
		h.step(messages.TimerFired{N: due.N})
	}
	h.step(messages.Heard{Line: h.lines[h.next%len(h.lines)]})
	h.next++
}

func (h *hearing) step(e Event) {
	h.out = h.s.Step(h.now, e, h.out[:0])
	for _, effect := range h.out {
		if asked, ok := effect.(messages.Judge); ok {
			h.step(messages.Judged{N: asked.N})
			return
		}
	}
}

// BenchmarkStepObserved is a line that waits in `social`, 64 lines resident and
// 20 people known; the judge is asked about every ninth and says no.
func BenchmarkStepObserved(b *testing.B) {
	h := newHearing(testConfig(b, "social"))
	b.ReportAllocs()
	for b.Loop() {
		h.line()
	}
}

// BenchmarkStepCold is a line of one of 10,000 channels at random, whose state is in no
// cache, as an actor steps it and without [Channel.Prefetch].
func BenchmarkStepCold(b *testing.B) {
	c, lines, folder := testConfig(b, "social"), talk(), new(ladder.Folder)
	all := make([]hearing, 10_000)
	for i := range all {
		all[i] = hearing{s: New(scriptChannel, c), now: 1_772_366_400_000, lines: lines, next: i}
		all[i].s.FoldBy(folder)
		for range transcript.Resident {
			all[i].line()
		}
	}
	draw := rand.New(rand.NewPCG(1, 2))
	for _, prefetched := range []bool{false, true} {
		b.Run(fmt.Sprintf("prefetched=%v", prefetched), func(b *testing.B) {
			for b.Loop() {
				h := &all[draw.IntN(len(all))]
				if prefetched {
					h.s.Prefetch()
				}
				h.line()
			}
		})
	}
}

// BenchmarkStepSixSeats is the same line with six familiars in the channel,
// each of which decides on it and notes it.
func BenchmarkStepSixSeats(b *testing.B) {
	h := newHearing(sixSeats(b))
	b.ReportAllocs()
	for b.Loop() {
		h.line()
	}
}

func sixSeats(tb testing.TB) *Config {
	c := testConfig(tb, "social", "three")
	for _, who := range cast[len(c.Seats):] {
		seat := c.Seats[0]
		seat.Familiar, seat.Self, seat.Name = who.familiar, who.self, string(who.familiar)
		seat.Names = ladder.CompileNames(seat.Policy.Ladder.Alias, seat.Name)
		c.Seats = append(c.Seats, seat)
	}
	return c
}

// BenchmarkStepLadder is a line that `ladder` observes in the same company.
func BenchmarkStepLadder(b *testing.B) {
	h := newHearing(testConfig(b, "ladder"))
	b.ReportAllocs()
	for b.Loop() {
		h.line()
	}
}

// BenchmarkEncode is the state of a full transcript made into bytes, in the room
// of those before, as a channel that is saved has it.
func BenchmarkEncode(b *testing.B) {
	h := newHearing(testConfig(b, "social"))
	b.ReportAllocs()
	var room []byte
	for b.Loop() {
		kept, err := h.s.AppendEncoded(room[:0])
		if err != nil {
			b.Fatal(err)
		}
		room = kept
		b.SetBytes(int64(len(kept)))
	}
}

// BenchmarkDecode is the way back, as a wake-up goes it.
func BenchmarkDecode(b *testing.B) {
	c := testConfig(b, "social")
	kept, err := newHearing(c).s.Encode()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(kept)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(kept, c); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWake is BenchmarkDecode with what follows it at once: a line is heard.
func BenchmarkWake(b *testing.B) {
	h := newHearing(testConfig(b, "social"))
	kept, err := h.s.Encode()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var out []Effect
	for b.Loop() {
		ch, err := Decode(kept, h.s.config)
		if err != nil {
			b.Fatal(err)
		}
		ch.FoldBy(h.s.folder)
		out = ch.Step(h.now+700, messages.Heard{Line: h.lines[h.next]}, out[:0])
	}
}

// BenchmarkMemory measures what a channel that is awake keeps, its texts, ids
// and names aside, over 10,000 channels: one that has heard nothing, one with
// 20 lines by 5 people, and two that have heard as many lines as stay in memory.
// One that was woken has ids and names of its own, which the others share.
func BenchmarkMemory(b *testing.B) {
	for _, size := range []struct {
		name          string
		lines, people int
	}{{"empty", 0, 1}, {"20 lines", 20, 5}, {"64 lines by 5", transcript.Resident, 5}, {"64 lines by 20", transcript.Resident, 20}} {
		b.Run(size.name, func(b *testing.B) {
			c := testConfig(b, "social")
			lines := talk()[:size.lines]
			for i := range lines {
				lines[i].Author = lines[i%size.people].Author
			}
			for b.Loop() {
				words := 0
				for _, l := range lines {
					words += len(l.ID) + len(l.Text)
				}
				b.ReportMetric(bytesPerChannel(func() *Channel { return heard(c, lines) })-float64(words), "B/channel")
				kept, err := heard(c, lines).Encode()
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(bytesPerChannel(func() *Channel {
					ch, err := Decode(kept, c)
					if err != nil {
						b.Fatal(err)
					}
					return ch
				})-float64(words), "B/woken")
				b.ReportMetric(float64(words), "words/channel")
			}
		})
	}
}

// heard makes a channel that has heard some lines.
func heard(c *Config, lines []*messages.Line) *Channel {
	ch := New(scriptChannel, c)
	for k, l := range lines {
		ch.Step(messages.Instant(1000+k), messages.Heard{Line: l}, nil)
	}
	return ch
}

func bytesPerChannel(another func() *Channel) float64 {
	const channels = 10_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	all := make([]*Channel, channels)
	for i := range all {
		all[i] = another()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(all)
	return float64(after.HeapAlloc-before.HeapAlloc) / channels
}

// BenchmarkStepRemembering is the line of BenchmarkStepObserved where the familiar keeps
// things in mind, 50 of them.
func BenchmarkStepRemembering(b *testing.B) {
	h := newHearing(testConfig(b, "social", "memory"))
	h.s.Seats[0].Memory = fullMemory()
	b.ReportAllocs()
	for b.Loop() {
		h.line()
	}
}

func fullMemory() *memory.State {
	m := memory.New(0)
	for n := range 50 {
		lines := make([]memory.Source, memory.MaxLines)
		for k := range lines {
			lines[k] = memory.Source{Line: messages.LineID(fmt.Sprintf("%018d", 40*n+k)), By: messages.PersonID(fmt.Sprintf("%018d", k%20)), At: 1}
		}
		m.Take(memory.WindowOf(lines), []memory.Item{{Memory: memory.Memory{Text: fmt.Sprintf("Person %d keeps %d bees on the roof of their house", n%20, n), From: lines[:2], At: 1, Sure: 90}}}, 50)
	}
	return m
}
