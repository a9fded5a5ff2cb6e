package gate

import (
	"slices"

	"familiar/llm"
)

// A place is where one call stands in a queue.
type place struct {
	priority llm.Priority
	channel  string
	probe    bool
	turn     func(probe bool, err error) // called once, with the lock held: nil with the slot, or why there is none
}

// A line is what waits at one priority: channels take turns, and each has its
// calls served in order.
type line struct {
	channels []string // whose turn is next first; each has a call waiting
	places   map[string][]*place
	passed   int // how often another line was served since this one was, or since somebody waits in it
}

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
			return p
		}
		q.remove(shed)
	}
	l := &q.lines[p.priority]
	if l.places == nil {
		l.places = map[string][]*place{}
	}
	if len(l.places[p.channel]) == 0 {
		l.channels = append(l.channels, p.channel)
	}
	l.places[p.channel] = append(l.places[p.channel], p)
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
		if l := &q.lines[i]; len(l.channels) > 0 {
			l.passed++
		}
	}
	c := turn.channels[0]
	p := turn.places[c][0]
	q.remove(p)
	turn.passed = 0
	if len(turn.places[c]) > 0 { // to the end of the round
		turn.channels = append(turn.channels[1:], c)
	}
	return p
}

// next returns the line to serve: the first that has waited too long, else the
// first with somebody in it; nil when all are empty.
func (q *queue) next() (turn *line) {
	for i := range q.lines {
		switch l := &q.lines[i]; {
		case len(l.channels) == 0:
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
	l, c := &q.lines[p.priority], p.channel
	i := slices.Index(l.places[c], p)
	if i < 0 {
		return false
	}
	l.places[c] = slices.Delete(l.places[c], i, i+1)
	if len(l.places[c]) == 0 {
		delete(l.places, c)
		if at := slices.Index(l.channels, c); at == 0 { // usually: it was its turn, and thousands may wait behind it
			l.channels = l.channels[1:]
		} else {
			l.channels = slices.Delete(l.channels, at, at+1)
		}
	}
	if len(l.channels) == 0 {
		l.passed = 0
	}
	q.size--
	return true
}

// weakest returns the newest call of the channel that comes last.
func (q *queue) weakest() *place {
	for i := len(q.lines) - 1; i >= 0; i-- {
		if l := &q.lines[i]; len(l.channels) > 0 {
			places := l.places[l.channels[len(l.channels)-1]]
			return places[len(places)-1]
		}
	}
	return nil
}
