package host

import "sync/atomic"

// A lease counts what an incarnation still owes: messages sent to it and not
// finished, and holds not released. Only an incarnation that owes nothing can
// be closed, and a closed one owes nothing ever again; this is the whole of
// why passivation loses no message.
type lease struct{ word atomic.Int64 }

// closed is far above any count, so that a taker who comes late and backs out
// does not disturb it.
const closed = 1 << 62

// acquire adds a debt and returns how many there are, or false: the incarnation is
// leaving.
func (l *lease) acquire() (n int, ok bool) {
	if n := l.word.Add(1); n&closed == 0 {
		return int(n), true
	}
	l.word.Add(-1)
	return 0, false
}

// release pays n debts and returns how many are left.
func (l *lease) release(n int) (left int) { return int(l.word.Add(int64(-n))) }

// close ends the lease if nothing is owed.
func (l *lease) close() bool { return l.word.CompareAndSwap(0, closed) }

func (l *lease) isClosed() bool { return l.word.Load()&closed != 0 }

// count returns how many debts there are; 0 once closed.
func (l *lease) count() int {
	if n := l.word.Load(); n&closed == 0 {
		return int(n)
	}
	return 0
}
