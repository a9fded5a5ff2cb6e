package tally

import "time"

// A Key is a line: its channel, from 0, and its number there, from 1.
type Key struct {
	Channel int
	Number  uint32
}

// A said is a line that waits for its decision.
type said struct {
	number uint32
	unsure bool      // it may never have been taken, or nobody may be there to decide
	due    time.Time // when it was to be said
	handed time.Time // when it was handed to the program
}

// A queue is the lines of one channel that are not decided, in the order they
// were said.
type queue struct {
	said   []said
	newest uint32 // number of the newest line said
}

func (q *queue) find(number uint32) int {
	for i := range q.said {
		if q.said[i].number == number {
			return i
		}
	}
	return -1
}

// decide takes a line out, and says whether an earlier one that was surely
// taken was left waiting. Earlier ones that may not have been taken are given
// up: decisions come in order.
func (q *queue) decide(at int) (line said, overtook bool) {
	line = q.said[at]
	kept := q.said[:0]
	for i, s := range q.said {
		if i < at && s.unsure || i == at {
			continue
		}
		overtook = overtook || i < at
		kept = append(kept, s)
	}
	q.said = kept
	if len(q.said) == 0 {
		q.said = nil // most channels are silent most of the time
	}
	return line, overtook
}

// waiting counts the lines that were surely taken and are not decided.
func (q *queue) waiting() (sure, unsure int) {
	for _, s := range q.said {
		if s.unsure {
			unsure++
		} else {
			sure++
		}
	}
	return sure, unsure
}
