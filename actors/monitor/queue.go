package monitor

import (
	"context"
	"slices"

	"familiar/llm"
	"familiar/messages"
)

// A job is one question on its way. Whoever takes it out of the queue answers
// it.
type job struct {
	order    messages.Judge
	priority llm.Priority
	ctx      context.Context // ends the margin before the deadline, or when it is cancelled
	cancel   context.CancelFunc
	release  func() // of the hold on the actor
}

// A line is the questions of one priority: channels take turns, and each has
// its questions asked in order.
type line struct {
	channels []messages.ChannelID // whose turn is next first; each has a job waiting
	jobs     map[messages.ChannelID][]*job
}

// A queue holds at most limit jobs, the more urgent line first. It is not
// safe for concurrent use.
type queue struct {
	limit int
	size  int
	lines [llm.Interjection + 1]line
}

// push adds j. When the queue is full, the newest of the least urgent jobs
// makes room if j is more urgent; else j itself is returned as shed.
func (q *queue) push(j *job) (shed *job) {
	if q.size == q.limit {
		if shed = q.weakest(); shed == nil || shed.priority <= j.priority {
			return j
		}
		q.remove(shed)
	}
	l := &q.lines[j.priority]
	if l.jobs == nil {
		l.jobs = map[messages.ChannelID][]*job{}
	}
	c := j.order.Channel
	if len(l.jobs[c]) == 0 {
		l.channels = append(l.channels, c)
	}
	l.jobs[c] = append(l.jobs[c], j)
	q.size++
	return shed
}

// pop takes the job whose turn it is; nil when there is none.
func (q *queue) pop() *job {
	for i := range q.lines {
		if l := &q.lines[i]; len(l.channels) > 0 {
			c := l.channels[0]
			j := l.jobs[c][0]
			q.remove(j)
			if len(l.jobs[c]) > 0 { // to the end of the round
				l.channels = append(l.channels[1:], c)
			}
			return j
		}
	}
	return nil
}

// remove takes j out, wherever it stands, and reports whether it was there.
func (q *queue) remove(j *job) bool {
	l, c := &q.lines[j.priority], j.order.Channel
	i := slices.Index(l.jobs[c], j)
	if i < 0 {
		return false
	}
	l.jobs[c] = slices.Delete(l.jobs[c], i, i+1)
	if len(l.jobs[c]) == 0 {
		delete(l.jobs, c)
		l.channels = slices.DeleteFunc(l.channels, func(id messages.ChannelID) bool { return id == c })
	}
	q.size--
	return true
}

// weakest gives the newest job of the channel that comes last.
func (q *queue) weakest() *job {
	for i := len(q.lines) - 1; i >= 0; i-- {
		if l := &q.lines[i]; len(l.channels) > 0 {
			jobs := l.jobs[l.channels[len(l.channels)-1]]
			return jobs[len(jobs)-1]
		}
	}
	return nil
}
