//go:build unix

package reference

import (
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
)

// The talk of the benchmarks: every channel begins anew and hears so many lines, of
// which one in so many mentions us, and as many each reply to us and name us.
const (
	benchChannels  = 1000
	benchLines     = 60
	benchMentioned = 100
)

var benchTalk = sync.OnceValue(func() *talk { return newTalk(benchChannels, benchLines, benchMentioned, traceStart) })

// A contestant takes part in a trace and returns what it then holds, with a
// function that takes it down again.
type contestant func(testing.TB, *trace) (held any, end func())

// BenchmarkReference gives one trace to a reference's routing, to our preset by
// Step alone, and to the same in the host. The trace has what ours did in the talk:
// lines, turns, verdicts and deliveries. Each is told of all it has a use for, and
// all of that is a line's cost.
func BenchmarkReference(b *testing.B) {
	for i := range matches {
		m := &matches[i]
		var made *trace
		for _, c := range []struct {
			name string
			play contestant
		}{
			{m.name, m.routed},
			{"ours/" + m.preset + "/step", m.stepped},
			{"ours/" + m.preset + "/host", m.hosted},
		} {
			b.Run(c.name, func(b *testing.B) {
				if made == nil {
					made = m.record(b, benchTalk())
				}
				measure(b, made, c.play)
			})
		}
	}
}

// BenchmarkBare gives the same talk to states that do next to nothing: they count
// the line and look whether it mentions us. What is left is what an actor of the
// engine costs, or a mutex.
func BenchmarkBare(b *testing.B) {
	made := &trace{talk: benchTalk()}
	for i := range made.lines {
		l := &made.lines[i]
		made.calls = append(made.calls, call{channel: l.channel, at: l.at, said: &l.theirs})
	}
	b.Run("hollywood", func(b *testing.B) { measure(b, made, bareActors) })
	b.Run("mutex", func(b *testing.B) { measure(b, made, bareMutexes) })
}

// measure plays the trace b.N times, each time to a contestant that is new. The
// collector rests meanwhile: most of what it would look through is the trace.
func measure(b *testing.B, t *trace, play contestant) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var used time.Duration
	var allocated uint64
	var held int64
	for range b.N {
		b.StopTimer()
		runtime.GC()
		before, cpu := memoryNow(), spent(b)
		b.StartTimer()
		kept, end := play(b, t)
		b.StopTimer()
		used += spent(b) - cpu
		allocated += memoryNow().Mallocs - before.Mallocs
		runtime.GC()
		held += int64(memoryNow().HeapAlloc) - int64(before.HeapAlloc)
		runtime.KeepAlive(kept)
		end()
		b.StartTimer()
	}
	lines := float64(b.N) * float64(len(t.lines))
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(used.Nanoseconds())/lines, "cpu-ns/line")
	b.ReportMetric(float64(allocated)/lines, "allocs/line")
	b.ReportMetric(float64(held)/float64(b.N)/float64(len(t.ids)), "B/channel")
	turns := 0
	for i := range t.records {
		if _, ok := t.records[i].Event.(messages.Composed); ok {
			turns++
		}
	}
	if turns > 0 {
		b.ReportMetric(float64(turns)/float64(len(t.lines)), "turns/line")
	}
	runtime.KeepAlive(t)
}

func memoryNow() (m runtime.MemStats) {
	runtime.ReadMemStats(&m)
	return m
}

// spent is the CPU time this process has used, its own and the system's for it.
func spent(tb testing.TB) time.Duration {
	tb.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// routed is the reference: a map of channels, as its system has it in one thread.
func (m *match) routed(_ testing.TB, t *trace) (any, func()) {
	ports, all := m.ports(), make(map[messages.ChannelID]port, len(t.ids))
	for c, id := range t.ids {
		all[id] = ports(c)
	}
	for i := range t.calls {
		c := &t.calls[i]
		c.tell(all[t.ids[c.channel]])
	}
	return all, func() {}
}

// configs are those of the channels.
func (m *match) configs(t *trace) map[messages.ChannelID]*conversation.Config {
	all := make(map[messages.ChannelID]*conversation.Config, len(t.ids))
	var kinds [20]*conversation.Config // what a channel's depends on repeats after so many
	for c, id := range t.ids {
		kind := &kinds[c%len(kinds)]
		if *kind == nil {
			*kind = m.house(c)
		}
		all[id] = *kind
	}
	return all
}

// stepped is ours without anything around it.
func (m *match) stepped(_ testing.TB, t *trace) (any, func()) { return m.step(t, nil), func() {} }

// step gives the trace to our states. observe, if set, is told of every decision.
func (m *match) step(t *trace, observe func([]*messages.Note)) map[messages.ChannelID]*conversation.Channel {
	configs, all := m.configs(t), make(map[messages.ChannelID]*conversation.Channel, len(t.ids))
	var effects []conversation.Effect
	for i := range t.records {
		r := &t.records[i]
		s := all[r.Channel]
		if s == nil {
			s = conversation.New(r.Channel, configs[r.Channel])
			all[r.Channel] = s
		}
		effects = s.Step(r.At, r.Event, effects[:0])
		if observe == nil {
			continue
		}
		for _, effect := range effects {
			if note, ok := effect.(*messages.Note); ok {
				observe([]*messages.Note{note})
			}
		}
	}
	return all
}
