package host

import "github.com/anthdm/hollywood/actor"

// A process is a Self as the engine sees it. It stands below the engine's own
// process, whose restarts, poison pills and middleware lose messages or end
// the program, so a panic or departure never comes near them: the inbox, its
// scheduler and the registry are all of the engine that runs.
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
func (p *process) Start() { p.inbox.Start(p) }

// PID implements [actor.Processer].
func (p *process) PID() *actor.PID { return p.pid }

// Send implements [actor.Processer].
func (p *process) Send(_ *actor.PID, msg any, _ *actor.PID) {
	p.inbox.Send(actor.Envelope{Msg: msg})
}

// Shutdown implements [actor.Processer]; nobody calls it but leave.
func (p *process) Shutdown() {
	_ = p.inbox.Stop() // has no error to give
	p.core.engine.Registry.Remove(p.pid)
}

// Invoke implements [actor.Processer]: one batch from the inbox.
func (p *process) Invoke(batch []actor.Envelope) {
	stretch()
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

// stretch grows the goroutine's stack while it is still shallow. The engine
// runs every batch on a new goroutine with a stack of 2 kB or so; a handler of
// any depth outgrows it, and growing it there means to copy and mend every
// frame: 3.5 of 16 µs a line were spent on that.
//
//go:noinline
func stretch() byte {
	var room [5 << 10]byte
	return room[len(touched())]
}

// touched is there so that the compiler can't prove room unused.
//
//go:noinline
func touched() string { return "" }

// resume ends a batch whose goroutine died and sets the inbox going again.
func (p *process) resume(rest []actor.Envelope) {
	p.Invoke(rest)
	if !p.lease.isClosed() {
		_ = p.inbox.Stop() // it still thinks that the dead goroutine runs
		p.inbox.Start(p)
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
