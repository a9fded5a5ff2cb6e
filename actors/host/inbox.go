package host

import (
	"sync"

	"github.com/anthdm/hollywood/actor"
)

// An inbox holds the messages of one actor until one of the workers has them
// handled, a batch at a time. It stands in for the engine's own, which starts a
// goroutine for each batch and makes its buffer anew for each: with lines of
// 10,000 channels at random a batch is one line, which needs no buffer.
type inbox struct {
	mu    sync.Mutex
	alone any    // the only message that waits
	many  *batch // those that wait, if they are several
	waits bool   // some do
	busy  bool   // queued with the workers, or a worker has it
	open  bool   // from start to stop: else nothing is handled

	next *process // whose inbox is behind it in the workers' queue
}

// A batch is messages that are handled one after the other.
type batch struct{ messages []actor.Envelope }

// mostKept is how many messages a batch has room for that is used again.
const mostKept = 64

// batches are those that no actor has.
var batches = sync.Pool{New: func() any { return new(batch) }}

// send adds a message, and reports whether the workers have to be told.
func (in *inbox) send(msg any) (call bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case !in.waits:
		in.alone, in.waits = msg, true
	case in.many == nil:
		in.many = batches.Get().(*batch)
		in.many.messages = append(in.many.messages, actor.Envelope{Msg: in.alone}, actor.Envelope{Msg: msg})
		in.alone = nil
	default:
		in.many.messages = append(in.many.messages, actor.Envelope{Msg: msg})
	}
	return in.calls()
}

// calls reports whether the workers have to be told, and that it is. The lock is
// held.
func (in *inbox) calls() bool {
	if in.busy || !in.open || !in.waits {
		return false
	}
	in.busy = true
	return true
}

// start has it hand over what comes, once more too after stop, and reports whether
// the workers have to be told.
func (in *inbox) start() (call bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.open = true
	return in.calls()
}

// stop: what waits is not handled any more, unless it is started again. It is
// called by the actor's own goroutine, or for one that died, so no batch is under
// way afterwards.
func (in *inbox) stop() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.open, in.busy = false, false
}

// take takes out all that waits: one message, or a batch if they are several.
func (in *inbox) take() (alone any, many *batch) {
	in.mu.Lock()
	defer in.mu.Unlock()
	alone, many = in.alone, in.many
	in.alone, in.many, in.waits = nil, nil, false
	return alone, many
}

// done says that what was taken out is handled, and reports whether more waits.
func (in *inbox) done() (more bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.busy = in.open && in.waits // not open: its actor has left
	return in.busy
}

// work has what waits handled, and reports whether more does. room is the worker's,
// for a message that is alone.
func (p *process) work(room *[1]actor.Envelope) (more bool) {
	alone, many := p.inbox.take()
	if many == nil {
		room[0].Msg = alone
		p.Invoke(room[:])
		room[0].Msg = nil
	} else {
		p.Invoke(many.messages)
		many.putBack()
	}
	return p.inbox.done()
}

// putBack lets another actor have it, unless it has grown large.
func (b *batch) putBack() {
	if cap(b.messages) > mostKept {
		return
	}
	clear(b.messages)
	b.messages = b.messages[:0]
	batches.Put(b)
}
