package host

import (
	"container/heap"
	"sync"
	"time"
)

// idle finds actors that have been at rest for long enough. All share one timer,
// because one each would take 220 bytes and a goroutine at every tick; an actor is
// entered once and checked again only when its entry is due, so a message costs
// nothing here.
type idle struct {
	core  *core
	mu    sync.Mutex
	queue dueQueue
	timer *time.Timer   // nil before the first entry
	armed time.Duration // when the timer fires; 0: it does not
}

func (q *idle) init(c *core) { q.core = c }

// looks is how often within Idle an actor is checked whose Idle may shrink in the
// meantime.
const looks = 32

// idleNow returns how long an actor of the kind stays when this many are in
// memory.
func (k *Kind) idleNow(live int64) time.Duration {
	crowd := int64(k.Crowd)
	if crowd == 0 || live <= crowd {
		return k.Idle
	}
	least := k.Idle / 64
	return max(least, k.Idle-(k.Idle-least)*time.Duration(live-crowd)/time.Duration(crowd))
}

// nextLook returns when to check an actor that may leave at that time.
func (q *idle) nextLook(s *Self, now, at time.Duration) time.Duration {
	if s.kind.Crowd > 0 {
		at = min(at, now+s.kind.Idle/looks)
	}
	return q.raster(at)
}

// add makes sweep check s at the given time.
func (q *idle) add(s *Self, at time.Duration) {
	at = q.nextLook(s, q.core.now(), at)
	q.mu.Lock()
	defer q.mu.Unlock()
	heap.Push(&q.queue, due{at, s})
	if q.armed == 0 || at < q.armed {
		q.arm(at)
	}
}

// sweep checks all actors that are due. Those that had a message since they were
// entered are entered again, the others are told to leave.
func (q *idle) sweep() {
	for _, s := range q.expired() {
		q.core.gate.admit(s)
	}
}

func (q *idle) expired() (expired []*Self) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.armed = 0
	now := q.core.now()
	for len(q.queue) > 0 && q.queue[0].at <= now {
		s := q.queue[0].s
		at := s.idleAt()
		if s.lease.count() > 0 {
			at = now + s.idle() // at the earliest
		}
		if at > now {
			q.queue[0].at = q.nextLook(s, now, at)
			heap.Fix(&q.queue, 0)
			continue
		}
		heap.Pop(&q.queue)
		if !s.lease.isClosed() { // a drain was faster
			expired = append(expired, s)
		}
	}
	if len(q.queue) > 0 {
		q.arm(q.queue[0].at)
	}
	return expired
}

// arm has the sweep run at the given time; the caller holds mu.
func (q *idle) arm(at time.Duration) {
	q.armed = at
	d := at - q.core.now()
	if q.timer == nil {
		q.timer = time.AfterFunc(d, q.sweep)
		return
	}
	q.timer.Reset(d)
}

// stop forgets everybody; the host is empty.
func (q *idle) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = nil
	if q.timer != nil {
		q.timer.Stop()
	}
}

// raster rounds up to whole sweeps, which makes one check of many.
func (q *idle) raster(at time.Duration) time.Duration {
	sweep := q.core.config.Sweep
	return (at + sweep - 1) / sweep * sweep
}

// A due is an actor and when to look at it.
type due struct {
	at time.Duration
	s  *Self
}

// dueQueue implements [heap.Interface], earliest first.
type dueQueue []due

func (q dueQueue) Len() int           { return len(q) }
func (q dueQueue) Less(i, j int) bool { return q[i].at < q[j].at }
func (q dueQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *dueQueue) Push(x any)        { *q = append(*q, x.(due)) }
func (q *dueQueue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	(*q)[last] = due{}
	*q = (*q)[:last]
	return x
}
