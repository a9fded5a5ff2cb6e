package simulation

import "time"

// quietSteps bounds the good part of a run: a world that still does something
// after that never ends.
const quietSteps = 20_000

// calm lets everything work until nothing is left to do.
func (w *world) calm() {
	w.steady = true
	w.tracef("calm")
	for len(w.disk.under) > 0 {
		w.arrive()
	}
	switch {
	case w.cutting:
		w.cut()
	case w.one(2):
		w.restart()
	}
	for _, r := range w.rooms {
		if r.astray { // it may have a damaged snapshot that nobody has asked for yet
			w.process.saveSoon(r.at)
		}
	}
	w.settle()
	if w.keeping {
		w.regret()
		w.settle()
	}
	w.process.saveAll()
	if w.disk.waiting() { // what failed to leave the outbox is the next process's
		w.restart()
		w.settle()
		w.process.saveAll()
	}
}

// settle goes on until nothing is left to do, now or later.
func (w *world) settle() {
	for range quietSteps {
		if w.work() {
			continue
		}
		next := w.process.next()
		if w.cutting {
			w.checkStill(next)
		}
		if next == 0 {
			return
		}
		w.passTime(max(time.Millisecond, next.Sub(w.now)))
	}
	w.broke("the world never comes to rest")
}

// work does everything there is to do now, and reports whether there was any.
func (w *world) work() (did bool) {
	for _, r := range w.rooms {
		for w.act(r.carry) {
			did = true
		}
		for w.act(func(w *world) bool { return w.process.handle(r.at) }) {
			did = true
		}
		for w.act(r.deliver) {
			did = true
		}
	}
	for p := range partitions {
		for w.act(func(w *world) bool { return w.process.read(p) }) {
			did = true
		}
	}
	for _, do := range []func(*world) bool{(*world).answer, (*world).verdict, (*world).erase, (*world).learn} {
		for w.act(do) {
			did = true
		}
	}
	return did
}
