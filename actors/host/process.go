package host

import (
	"strconv"

	"github.com/anthdm/hollywood/actor"
)

// A process is a Self as the engine sees it. It stands below the engine's own
// process, whose restarts, poison pills and middleware lose messages or end
// the program, so a panic or departure never comes near them: its registry is
// all of the engine that runs, and who sends to a Self does so past that.
type process Self

// What the host itself sends to an actor.
type (
	// departure asks an actor to leave, if it can; it holds no lease.
	departure struct{}
	// timed is a message of [Self.After], for one handler only.
	timed struct {
		life uint32
		msg  any
	}
)

// Start implements [actor.Processer]. It runs on the sender's goroutine, so
// it does nothing that takes time: the handler is made by the first message.
func (p *process) Start() {
	if p.inbox.start() {
		p.core.workers.add(p)
	}
}

// PID implements [actor.Processer]. The engine asks for it when an actor comes, and
// here it is asked for when one leaves, so that it is made then.
func (p *process) PID() *actor.PID {
	return actor.NewPID(p.core.engine.Address(), p.kind.name+"#"+strconv.FormatUint(p.number, 36))
}

// Send implements [actor.Processer].
func (p *process) Send(_ *actor.PID, msg any, _ *actor.PID) {
	(*Self)(p).post(msg)
}

// Shutdown implements [actor.Processer]; nobody calls it but leaveMemory.
func (p *process) Shutdown() {
	p.inbox.stop()
	p.core.engine.Registry.Remove(p.PID())
}

// Invoke implements [actor.Processer]: one batch from the inbox.
func (p *process) Invoke(batch []actor.Envelope) {
	next := 0
	defer func() {
		if next < len(batch) {
			// The handler ended its goroutine (runtime.Goexit, a failed
			// assertion). No recover stops that, and this goroutine was the
			// inbox's, so the rest of the batch needs another one.
			go p.resume(batch[next:])
		}
	}()
	for ; next < len(batch); next++ {
		(*Self)(p).handle(batch[next].Msg)
	}
}

// resume ends a batch whose goroutine died and sets the inbox going again.
func (p *process) resume(rest []actor.Envelope) {
	p.Invoke(rest)
	if !p.lease.isClosed() {
		p.inbox.stop() // it still thinks that the dead goroutine runs
		p.Start()
	}
}

// handle carries one message to its end.
func (s *Self) handle(msg any) {
	switch m := msg.(type) {
	case departure:
		s.depart()
	case timed:
		if m.life == s.life {
			s.deliver(m.msg)
		}
		s.finished()
	default:
		s.deliver(msg)
		s.touched = true
		s.finished()
	}
}
