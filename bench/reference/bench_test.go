//go:build unix

package reference

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/anthdm/hollywood/actor"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
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

// TestHost: in the host our presets decide as by Step alone.
func TestHost(t *testing.T) {
	talk := newTalk(20, 60, 15, traceStart)
	for i := range matches {
		m := &matches[i]
		t.Run(m.preset, func(t *testing.T) {
			made := m.record(t, talk)
			var mu sync.Mutex
			var decided [2][]string
			into := func(all *[]string) func([]*messages.Note) {
				return func(notes []*messages.Note) {
					mu.Lock()
					defer mu.Unlock()
					for _, n := range notes {
						*all = append(*all, fmt.Sprint(n.Channel, n.At, n.Familiar, n.Line, n.Act, n.Rung, because.Written(n.Reason)))
					}
				}
			}
			m.step(made, into(&decided[0]))
			_, end := m.host(t, made, into(&decided[1]))
			end()
			for _, all := range decided {
				slices.Sort(all) // channels decide side by side
			}
			if len(decided[0]) == 0 || !slices.Equal(decided[0], decided[1]) {
				t.Errorf("the host made %d decisions, want the %d of Step alone", len(decided[1]), len(decided[0]))
			}
		})
	}
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

// hosted is ours in the host: channel actors, notes, outbox and snapshots, which
// are made and not kept.
func (m *match) hosted(tb testing.TB, t *trace) (any, func()) {
	return m.host(tb, t, func([]*messages.Note) {})
}

func (m *match) host(tb testing.TB, t *trace, observe func([]*messages.Note)) (*host.Host, func()) {
	configs := m.configs(t)
	store := unsaved{memory.New(memory.Config{MaxNotes: 1000})}
	log := slog.New(slog.DiscardHandler)
	h, err := host.New(host.Config{Log: log})
	if err != nil {
		tb.Fatal(err)
	}
	var done atomic.Int64
	live := channel.Make(channel.Options{
		Journal: store, Epoch: store.Epoch(), Orders: nobody{}, Log: log,
		Config:   func(id messages.ChannelID) *conversation.Config { return configs[id] },
		Draining: func() bool { return true },
		Observe:  observe,
		Under:    func(int) {},
		Fail:     func(err error) { panic(err) },
	})
	h.Register(channel.Kind, host.Kind{Idle: time.Hour, Make: func(self *host.Self) host.Handler {
		return counted{live(self), &done}
	}})
	for i, r := range t.records {
		await(&done, i-waiting)
		h.Send(channel.Key(r.Channel), r)
	}
	await(&done, len(t.records))
	return h, func() { h.Drain(context.Background()) }
}

// waiting is how much may wait in inboxes at most, so that they stay small.
const waiting = 4 * benchChannels

// await waits until so many are done. The clock is no measure here: only CPU time
// counts.
func await(done *atomic.Int64, want int) {
	for done.Load() < int64(want) {
		time.Sleep(200 * time.Microsecond)
	}
}

// counted is a channel's actor that counts the records it is done with.
type counted struct {
	host.Handler
	done *atomic.Int64
}

func (c counted) Receive(msg any) {
	c.Handler.Receive(msg)
	if _, ok := msg.(journal.Record); ok {
		c.done.Add(1)
	}
}

// unsaved is a journal that keeps no snapshots.
type unsaved struct{ journal.Journal }

func (unsaved) Save(_ context.Context, _ uint64, s journal.Snapshot) (uint64, error) {
	return s.Revision + 1, nil
}

// nobody carries out no orders: the trace has the answers.
type nobody struct{}

func (nobody) Judge(messages.Judge)               {}
func (nobody) Compose(messages.Compose)           {}
func (nobody) Inject(messages.Inject)             {}
func (nobody) Cancel(messages.ChannelID, uint64)  {}
func (nobody) Typing(messages.ShowTyping)         {}
func (nobody) Erase(messages.Erase)               {}
func (nobody) React(messages.React)               {}
func (nobody) Edit(messages.Edit)                 {}
func (nobody) FetchMembers(messages.FetchMembers) {}
func (nobody) FetchHistory(messages.FetchHistory) {}
func (nobody) Explain(messages.Explain)           {}
func (nobody) ShareRoles(*admission.Claims)       {}

// A bare state does next to nothing.
type bare struct {
	lines, answered int
	last            messages.Instant
}

func (s *bare) hear(c *call) {
	s.lines++
	s.last = c.at
	if c.said.Mention {
		s.answered++
	}
}

// A bareActor is a bare state in an actor of the engine.
type bareActor struct {
	bare
	done *atomic.Int64
}

// Receive implements actor.Receiver.
func (a *bareActor) Receive(c *actor.Context) {
	if line, ok := c.Message().(*call); ok {
		a.hear(line)
		a.done.Add(1)
	}
}

// bareActors is the engine without a host, with the smallest inbox the host uses.
func bareActors(tb testing.TB, t *trace) (any, func()) {
	engine, err := actor.NewEngine(actor.NewEngineConfig())
	if err != nil {
		tb.Fatal(err)
	}
	var done atomic.Int64
	pids := make(map[messages.ChannelID]*actor.PID, len(t.ids))
	for _, id := range t.ids {
		pids[id] = engine.Spawn(func() actor.Receiver { return &bareActor{done: &done} }, "channel", actor.WithID(string(id)), actor.WithInboxSize(4))
	}
	for i := range t.calls {
		await(&done, i-waiting)
		engine.Send(pids[t.ids[t.calls[i].channel]], &t.calls[i])
	}
	await(&done, len(t.calls))
	return pids, func() {
		for _, pid := range pids {
			<-engine.Poison(pid).Done()
		}
	}
}

// bareMutexes is a map behind a mutex, and a mutex for each channel.
func bareMutexes(_ testing.TB, t *trace) (any, func()) {
	type locked struct {
		sync.Mutex
		bare
	}
	var mu sync.Mutex
	all := make(map[messages.ChannelID]*locked, len(t.ids))
	for i := range t.calls {
		c := &t.calls[i]
		mu.Lock()
		s := all[t.ids[c.channel]]
		if s == nil {
			s = &locked{}
			all[t.ids[c.channel]] = s
		}
		mu.Unlock()
		s.Lock()
		s.hear(c)
		s.Unlock()
	}
	return all, func() {}
}
