//go:build unix

package reference

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/anthdm/hollywood/actor"

	"familiar/messages"
)

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
