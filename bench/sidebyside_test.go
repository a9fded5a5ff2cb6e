//go:build unix

package bench

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anthdm/hollywood/actor"

	"familiar/actors/channel"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/lab/load/traffic"
	"familiar/messages"
	"familiar/policy/conversation"
)

// sideChannels is how many channels the contestants have.
const sideChannels = 10_000

// A contestant is one way to have channels take lines: take may be called by
// two at the same time, each with channels of its own, and wait returns once
// everything taken is decided.
type contestant struct {
	take func(journal.Record)
	wait func(lines int64)
}

// BenchmarkSideBySide has the same lines of the same channels decided in four
// ways: by the host and its channel actors, by states in a map behind a mutex,
// by states in bare Hollywood actors, and by nobody, in a map of small structs.
// The first three run the same Step and make the same decisions, which is
// checked. B/channel is what a channel holds afterwards, its lines among it; the
// notes of no contestant are kept.
func BenchmarkSideBySide(b *testing.B) {
	var decided [3]int64
	var lines [3]int
	for i, side := range []struct {
		name string
		make func(b *testing.B, notes *atomic.Int64) contestant
	}{
		{"familiar", familiar},
		{"mutex", mutexed},
		{"hollywood", hollywood},
		{"floor", nothing},
	} {
		b.Run(side.name, func(b *testing.B) {
			halves := trace(b, b.N)
			var notes atomic.Int64
			before := heap()
			c := side.make(b, &notes)
			cpu := spent(b)
			b.ReportAllocs()
			b.ResetTimer()
			var talking sync.WaitGroup
			for _, half := range halves {
				talking.Go(func() {
					for _, r := range half {
						c.take(r)
					}
				})
			}
			talking.Wait()
			c.wait(int64(b.N))
			b.StopTimer()
			b.ReportMetric(float64((spent(b)-cpu).Nanoseconds())/float64(b.N)/1000, "cpu-µs/line")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
			b.ReportMetric(float64(heap()-before)/float64(min(b.N, sideChannels)), "B/channel")
			runtime.KeepAlive(halves)
			runtime.KeepAlive(c)
			if i < len(decided) {
				decided[i], lines[i] = notes.Load(), b.N
			}
		})
	}
	for i := range decided {
		if lines[i] == lines[0] && decided[i] != decided[0] {
			b.Errorf("contestant %d made %d decisions on the same %d lines, want %d", i, decided[i], lines[i], decided[0])
		}
	}
}

// heap returns what is held. What pools have put aside for whoever comes next, which is
// nobody's, outlives one collection.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// trace makes n lines, uniform over the channels, and halves it by channel:
// each half can be said by another goroutine.
func trace(b *testing.B, n int) (halves [2][]journal.Record) {
	b.Helper()
	talk, err := traffic.New(traffic.Plan{Shape: traffic.Uniform, Channels: sideChannels, Rate: 20_000, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	ids, start := places(sideChannels), messages.InstantOf(time.Now())
	for i := range n {
		l := talk.Next()
		half := &halves[l.Channel%2]
		*half = append(*half, journal.Record{
			Channel: ids[l.Channel], Seq: uint64(i + 1), At: start.Add(l.At), Event: said(ids[l.Channel], i, l.Author%len(people)),
		})
	}
	return halves
}

// familiar is ours: host, channel actor, Step and notes, without snapshots or a
// ledger: that of the journal in memory would keep 100,000 notes, whoever made them.
func familiar(b *testing.B, notes *atomic.Int64) contestant {
	t := settle(b, noting{unsaved: unsaved{memory.New(memory.Config{})}}, household(false), nil)
	t.observe = func(made []*messages.Note) { notes.Add(int64(len(made))) }
	return contestant{
		take: func(r journal.Record) { t.host.Send(channel.Key(r.Channel), r) },
		wait: func(lines int64) {
			for t.done.Load() < lines {
				time.Sleep(100 * time.Microsecond) // the clock is the measure here
			}
		},
	}
}

// A spoken channel is a state with who counts its decisions.
type spoken struct {
	mu      sync.Mutex
	state   *conversation.Channel
	effects []conversation.Effect
	notes   *atomic.Int64
}

func (s *spoken) step(r journal.Record) {
	s.effects = s.state.Step(r.At, r.Event, s.effects[:0])
	for _, effect := range s.effects {
		if _, ok := effect.(*messages.Note); ok {
			s.notes.Add(1)
		}
	}
}

// mutexed is what one writes without actors: a map behind a mutex, and a mutex
// for each channel.
func mutexed(_ *testing.B, notes *atomic.Int64) contestant {
	var mu sync.Mutex
	channels := map[messages.ChannelID]*spoken{}
	house := household(false)
	return contestant{
		take: func(r journal.Record) {
			mu.Lock()
			c := channels[r.Channel]
			if c == nil {
				c = &spoken{state: conversation.New(r.Channel, house), notes: notes}
				channels[r.Channel] = c
			}
			mu.Unlock()
			c.mu.Lock()
			defer c.mu.Unlock()
			c.step(r)
		},
		wait: func(int64) { runtime.KeepAlive(channels) },
	}
}

// A spokenActor is a bare actor of the engine around a state.
type spokenActor struct {
	spoken
	done *atomic.Int64
}

// Receive implements actor.Receiver.
func (a *spokenActor) Receive(c *actor.Context) {
	if r, ok := c.Message().(journal.Record); ok {
		a.step(r)
		a.done.Add(1)
	}
}

// hollywood is the engine without our host: an actor for each channel, with
// the smallest inbox that the host uses.
func hollywood(b *testing.B, notes *atomic.Int64) contestant {
	engine, err := actor.NewEngine(actor.NewEngineConfig())
	if err != nil {
		b.Fatal(err)
	}
	var mu sync.Mutex
	var done atomic.Int64
	pids := map[messages.ChannelID]*actor.PID{}
	house := household(false)
	return contestant{
		take: func(r journal.Record) {
			mu.Lock()
			pid := pids[r.Channel]
			if pid == nil {
				pid = engine.Spawn(func() actor.Receiver {
					return &spokenActor{spoken: spoken{state: conversation.New(r.Channel, house), notes: notes}, done: &done}
				}, "channel", actor.WithID(string(r.Channel)), actor.WithInboxSize(4))
				pids[r.Channel] = pid
			}
			mu.Unlock()
			engine.Send(pid, r)
		},
		wait: func(lines int64) {
			for done.Load() < lines {
				time.Sleep(100 * time.Microsecond) // the clock is the measure here
			}
		},
	}
}

// nothing decides nothing: it finds a small struct in a map and counts.
func nothing(*testing.B, *atomic.Int64) contestant {
	type small struct {
		lines int
		last  messages.Instant
	}
	var mu sync.Mutex
	channels := map[messages.ChannelID]*small{}
	return contestant{
		take: func(r journal.Record) {
			mu.Lock()
			defer mu.Unlock()
			c := channels[r.Channel]
			if c == nil {
				c = &small{}
				channels[r.Channel] = c
			}
			c.lines++
			c.last = r.At
		},
		wait: func(int64) { runtime.KeepAlive(channels) },
	}
}
