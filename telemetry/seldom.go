package telemetry

import (
	"cmp"
	"sync/atomic"
	"time"
)

// A Seldom keeps what many have reason to log at the same time to one line now
// and then. The zero Seldom is ready; its methods may be called at the same
// time.
type Seldom struct {
	Every time.Duration // at least so long between two lines; 0: a second

	next   atomic.Int64 // nothing is said before, in nanoseconds since 1970
	unsaid atomic.Int64
}

// Count counts n more. When it is time for a line, say is true and total is
// how many there were since the last one.
func (s *Seldom) Count(n int) (total int64, say bool) {
	s.unsaid.Add(int64(n))
	every := cmp.Or(s.Every, time.Second)
	now, next := time.Now().UnixNano(), s.next.Load()
	if now < next || !s.next.CompareAndSwap(next, now+int64(every)) {
		return 0, false
	}
	return s.Rest(), true
}

// Rest returns how many there were since the last line, for one at the end.
func (s *Seldom) Rest() int64 { return s.unsaid.Swap(0) }
