package host

import (
	"sync"

	"github.com/anthdm/hollywood/actor"
)

// An inbox holds the messages of one actor until one of the workers has them
// handled, a batch at a time. It stands in for the engine's own, which starts a
// goroutine for each batch and makes its buffer anew for each: with lines of
// 10,000 channels at random a batch is one line.
type inbox struct {
	workers *workers

	mu      sync.Mutex
	proc    actor.Processer // nil before Start and after Stop: nothing is handled
	waiting *batch          // nil before the first message, and while a batch is handled and nothing has come since
	busy    bool            // queued with the workers, or a worker has it

	next *inbox // behind it in the workers' queue
}

// A batch is messages that are handled one after the other. An actor at rest has
// an empty one; what comes while that is handled goes into another.
type batch struct{ messages []actor.Envelope }

// Send implements [actor.Inboxer].
func (in *inbox) Send(m actor.Envelope) {
	in.mu.Lock()
	if in.waiting == nil {
		in.waiting = in.workers.batch()
	}
	in.waiting.messages = append(in.waiting.messages, m)
	call := in.calls()
	in.mu.Unlock()
	if call {
		in.workers.add(in)
	}
}

// calls reports whether the workers have to be told, and that it is. The lock is
// held.
func (in *inbox) calls() bool {
	if in.busy || in.proc == nil || !in.waits() {
		return false
	}
	in.busy = true
	return true
}

// waits reports whether messages do. The lock is held.
func (in *inbox) waits() bool { return in.waiting != nil && len(in.waiting.messages) > 0 }

// Start implements [actor.Inboxer]: it begins to hand over, once more too
// after Stop.
func (in *inbox) Start(p actor.Processer) {
	in.mu.Lock()
	in.proc = p
	call := in.calls()
	in.mu.Unlock()
	if call {
		in.workers.add(in)
	}
}

// Stop implements [actor.Inboxer]: what waits is not handled any more, unless
// it is started again. It is called by the actor's own goroutine, or for one
// that died, so no batch is under way afterwards. The error is always nil.
func (in *inbox) Stop() error {
	in.mu.Lock()
	in.proc, in.busy = nil, false
	in.mu.Unlock()
	return nil
}

// work has one batch handled, and reports whether more is waiting.
func (in *inbox) work() (more bool) {
	in.mu.Lock()
	proc, batch := in.proc, in.waiting
	in.waiting = nil
	in.mu.Unlock()
	proc.Invoke(batch.messages)
	batch.empty(in.workers.room)
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.waiting == nil {
		in.waiting = batch
	} else {
		in.workers.batches.Put(batch)
	}
	if in.proc == nil { // its actor has left
		return false
	}
	in.busy = in.waits()
	return in.busy
}

// empty makes room for other messages, and keeps that of so many at most.
func (b *batch) empty(most int) {
	if cap(b.messages) > most {
		b.messages = nil
		return
	}
	clear(b.messages)
	b.messages = b.messages[:0]
}
