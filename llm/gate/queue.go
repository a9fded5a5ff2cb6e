package gate

import (
	"container/list"
	"slices"

	"familiar/llm"
)

// A place is where one call stands in a queue.
type place struct {
	priority llm.Priority
	channel  string
	probe    bool
	turn     func(probe bool, err error) // called once, with the lock held: nil with the slot, or why there is none

	out  bool   // it is in the queue no more
	left func() // called when it leaves the queue, with the lock held; nil: nobody wants to know
}

func (p *place) leave() {
	if p.out = true; p.left != nil {
		p.left()
	}
}

// A line is what waits at one priority: channels take turns, and each has its
// calls served in order. Whoever waits may leave at any time, and thousands do so
// at once when a process stops.
type line struct {
	turns  list.List                // of each channel that has a call waiting its []*place, whose turn is next first
	of     map[string]*list.Element // by channel
	passed int                      // how often another line was served since this one was, or since somebody waits in it
}

// first returns the calls of the channel whose turn is next, last those of the one
// that comes last. Somebody waits.
func (l *line) first() []*place { return l.turns.Front().Value.([]*place) }
func (l *line) last() []*place  { return l.turns.Back().Value.([]*place) }

// patience is how often others may be served before a line that waits has its
// turn whatever its priority.
const patience = 8

// A queue holds at most limit calls. The more urgent line is served first, but
// one that was passed over [patience] times goes before it: of a saturated
// model, lulls and interjections get one slot in nine each, addressed calls the
// rest. So whatever waits is served after a bounded number of others. It is
// not safe for concurrent use.
type queue struct {
	limit int
	size  int
	lines [llm.Interjection + 1]line
}

// push adds p. When the queue is full, the newest of the least urgent calls
// makes room if p is more urgent; else p itself is returned as shed.
func (q *queue) push(p *place) (shed *place) {
	if q.size == q.limit {
		if shed = q.weakest(); shed == nil || shed.priority <= p.priority {
			p.leave()
			return p
		}
		q.remove(shed)
	}
	l := &q.lines[p.priority]
	if turn := l.of[p.channel]; turn != nil {
		turn.Value = append(turn.Value.([]*place), p)
	} else {
		if l.of == nil {
			l.of = map[string]*list.Element{}
		}
		l.of[p.channel] = l.turns.PushBack([]*place{p})
	}
	q.size++
	return shed
}

// pop takes the call whose turn it is; nil when there is none.
func (q *queue) pop() *place {
	turn := q.next()
	if turn == nil {
		return nil
	}
	for i := range q.lines {
		if l := &q.lines[i]; l.turns.Len() > 0 {
			l.passed++
		}
	}
	p := turn.first()[0]
	q.remove(p)
	turn.passed = 0
	if again := turn.of[p.channel]; again != nil { // to the end of the round
		turn.turns.MoveToBack(again)
	}
	return p
}

// next returns the line to serve: the first that has waited too long, else the
// first with somebody in it; nil when all are empty.
func (q *queue) next() (turn *line) {
	for i := range q.lines {
		switch l := &q.lines[i]; {
		case l.turns.Len() == 0:
		case l.passed >= patience:
			return l
		case turn == nil:
			turn = l
		}
	}
	return turn
}

// remove takes p out, wherever it stands, and reports whether it was there.
func (q *queue) remove(p *place) bool {
	l := &q.lines[p.priority]
	turn := l.of[p.channel]
	if turn == nil {
		return false
	}
	all := turn.Value.([]*place)
	i := slices.Index(all, p)
	if i < 0 {
		return false
	}
	if turn.Value = slices.Delete(all, i, i+1); len(all) == 1 {
		delete(l.of, p.channel)
		l.turns.Remove(turn)
	}
	if l.turns.Len() == 0 {
		l.passed = 0
	}
	q.size--
	p.leave()
	return true
}

// weakest returns the newest call of the channel that comes last.
func (q *queue) weakest() *place {
	for i := len(q.lines) - 1; i >= 0; i-- {
		if l := &q.lines[i]; l.turns.Len() > 0 {
			newest := l.last()
			return newest[len(newest)-1]
		}
	}
	return nil
}
