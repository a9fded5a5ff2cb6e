package host

import "sync"

// Workers are the goroutines in which all actors of a host do their work. One
// that has handled a batch takes the next inbox that waits, so that its stack
// stays grown and warm; with nothing to do it ends. An actor with more to do
// queues again behind the others.
//
// A handler may block for as long as it likes. While somebody waits there is
// therefore always a worker on its way to the queue, besides those at work: it
// gets its turn when they block or have had a core for long enough.
type workers struct {
	_           [64]byte // every message writes here and reads what lies around: not in one cache line
	mu          sync.Mutex
	first, last *inbox // who waits, linked by next
	coming      bool   // a worker is on its way
	_           [64]byte

	room    int       // messages of a batch whose memory is kept
	batches sync.Pool // those that no actor has
}

// batch returns one without messages.
func (w *workers) batch() *batch {
	if b, ok := w.batches.Get().(*batch); ok {
		return b
	}
	return &batch{}
}

// add queues an inbox that is not queued.
func (w *workers) add(in *inbox) {
	w.mu.Lock()
	w.push(in)
	call := !w.coming
	w.coming = true
	w.mu.Unlock()
	if call {
		go w.work()
	}
}

func (w *workers) push(in *inbox) {
	if w.first == nil {
		w.first = in
	} else {
		w.last.next = in
	}
	w.last = in
}

// work is a worker's life.
func (w *workers) work() {
	stretch()
	in := w.nextInbox(nil, true)
	for in != nil {
		if in.work() {
			in = w.nextInbox(in, false)
		} else {
			in = w.nextInbox(nil, false)
		}
	}
}

// nextInbox returns the inbox that has waited longest, nil if none does. again, if
// there is one, goes to the end first. arrived says that the worker was on its
// way.
func (w *workers) nextInbox(again *inbox, arrived bool) *inbox {
	w.mu.Lock()
	if arrived {
		w.coming = false
	}
	if again != nil {
		w.push(again)
	}
	in := w.first
	if in == nil {
		w.mu.Unlock()
		return nil
	}
	w.first, in.next = in.next, nil
	call := w.first != nil && !w.coming
	if call {
		w.coming = true
	}
	w.mu.Unlock()
	if call {
		go w.work()
	}
	return in
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
