package host

import (
	"sync"

	"github.com/anthdm/hollywood/actor"
)

// Workers are the goroutines in which all actors of a host do their work. One
// that has handled a batch takes the next actor that waits, so that its stack
// stays grown and warm; with nothing to do a few stay for what comes next, the
// others end. An actor with more to do queues again behind the others.
//
// A handler may block for as long as it likes. While somebody waits there is
// therefore always a worker on its way to the queue, besides those at work: it
// gets its turn when they block or have had a core for long enough.
type workers struct {
	_           [64]byte // every message writes here and reads what lies around: not in one cache line
	mu          sync.Mutex
	first, last *process      // who waits, linked by their inboxes
	coming      bool          // a worker is on its way
	staying     int           // workers with nothing to do that nobody has called
	called      chan struct{} // has one for each that was called
	closed      bool          // no worker stays
	_           [64]byte
}

// mostStaying is how many workers stay with nothing to do: where lines come one by one,
// making one for each costs as much as handing it over.
const mostStaying = 4

func (w *workers) init() { w.called = make(chan struct{}, mostStaying) }

// add queues an actor that is not queued.
func (w *workers) add(p *process) {
	w.mu.Lock()
	w.push(p)
	start := w.call()
	w.mu.Unlock()
	if start {
		go w.work()
	}
}

// call has a worker come, unless one is on its way; start: none stays, so that one has to
// be started. The lock is held.
func (w *workers) call() (start bool) {
	switch {
	case w.coming:
		return false
	case w.staying > 0:
		w.staying--
		w.called <- struct{}{}
	default:
		start = true
	}
	w.coming = true
	return start
}

func (w *workers) push(p *process) {
	if w.first == nil {
		w.first = p
	} else {
		w.last.inbox.next = p
	}
	w.last = p
}

// work is a worker's life.
func (w *workers) work() {
	stretch()
	room := new([1]actor.Envelope)
	for came := true; came; came = w.stay() {
		for p := w.next(nil, true); p != nil; {
			if p.work(room) {
				p = w.next(p, false)
			} else {
				p = w.next(nil, false)
			}
		}
	}
}

// stay waits until the worker is called; false: it is to end.
func (w *workers) stay() bool {
	w.mu.Lock()
	if w.closed || w.staying == cap(w.called) {
		w.mu.Unlock()
		return false
	}
	w.staying++
	w.mu.Unlock()
	_, called := <-w.called
	return called
}

// close ends the workers that stay, and those at work once they have nothing to do.
func (w *workers) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.closed, w.staying = true, 0
		close(w.called)
	}
}

// next returns the actor that has waited longest, nil if none does. again, if
// there is one, goes to the end first. arrived says that the worker was on its
// way.
func (w *workers) next(again *process, arrived bool) *process {
	w.mu.Lock()
	if arrived {
		w.coming = false
	}
	if again != nil {
		w.push(again)
	}
	p := w.first
	if p == nil {
		w.mu.Unlock()
		return nil
	}
	w.first, p.inbox.next = p.inbox.next, nil
	start := w.first != nil && w.call()
	w.mu.Unlock()
	if start {
		go w.work()
	}
	return p
}

// stretch grows the goroutine's stack while it is still shallow. A new one has
// 2 kB or so; a handler of any depth outgrows it, and growing it there means to
// copy and mend every frame: 3.5 of 16 µs a line were spent on that when each
// batch had a goroutine of its own.
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
