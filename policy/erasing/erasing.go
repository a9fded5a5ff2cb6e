// Package erasing is what has left a channel's state and is still in its
// journal: a queue of orders to erase, of which one is given at a time.
package erasing

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
)

const (
	within = time.Minute // an order is given again after this

	// Most is how many texts wait at most; beyond it everything of the channel is
	// erased at once.
	Most = 1000
)

// A Text is what is to be erased. One of Line, Person, Before and All is set, as in
// [messages.Erase].
type Text struct {
	deadline.Deadline                   // N is the order's; 0: its turn hasn't come
	Line              messages.LineID   `json:"line,omitempty"`
	Person            messages.PersonID `json:"person,omitempty"`
	Before            messages.Instant  `json:"before,omitempty"`
	All               bool              `json:"all,omitempty"`
}

// Same reports whether both erase the same.
func (t Text) Same(o Text) bool {
	return t.Line == o.Line && t.Person == o.Person && t.Before == o.Before && t.All == o.All
}

// A Queue is what waits to be erased, oldest first; the first is ordered. The
// zero Queue is empty.
type Queue []Text

// Add has t erased, unless that is under way already. It reports whether the
// queue was full, so that all of the channel is erased instead.
func (q *Queue) Add(t Text) (full bool) {
	return !slices.ContainsFunc(*q, t.Same) && q.push(t)
}

// AddAgain has t erased even when the same is with the journal now: that order
// may have been carried out before the newest of the text was written.
func (q *Queue) AddAgain(t Text) (full bool) {
	return (len(*q) < 2 || !slices.ContainsFunc((*q)[1:], t.Same)) && q.push(t)
}

// push puts t behind what waits. All takes the place of whatever waits, and so
// bounds the queue without leaving a text behind, and a Before that of an earlier one;
// the order that is out stays, since its answer is on the way.
func (q *Queue) push(t Text) (full bool) {
	if full = len(*q) >= Most; full {
		t = Text{All: true}
	}
	if t.All {
		*q = slices.DeleteFunc(*q, func(w Text) bool { return w.N == 0 })
	}
	if t.Before != 0 {
		*q = slices.DeleteFunc(*q, func(w Text) bool { return w.N == 0 && w.Before != 0 && w.Before <= t.Before })
	}
	*q = append(*q, t)
	return full
}

// Waits reports whether the next order has still to be given.
func (q Queue) Waits() bool { return len(q) > 0 && q[0].N == 0 }

// Order gives the first of the queue a number, or another one: its order is
// given now.
func (q Queue) Order(now messages.Instant, numbers *deadline.Counter) {
	q[0].Deadline = numbers.By(now.Add(within))
}

// OrderNext is [Queue.Order], and appends the order.
func (q Queue) OrderNext(channel messages.ChannelID, now messages.Instant, numbers *deadline.Counter, out []messages.Effect) []messages.Effect {
	q.Order(now, numbers)
	return q.Pending(channel, out)
}

// Pending appends the open order, in case it was not carried out.
func (q Queue) Pending(channel messages.ChannelID, out []messages.Effect) []messages.Effect {
	if order, is := q.Open(channel); is {
		out = append(out, order)
	}
	return out
}

// Renumber gives the open order another number.
func (q Queue) Renumber(numbers *deadline.Counter) {
	if len(q) > 0 {
		q[0].N = numbers.Next()
	}
}

// Open returns the open order; false when there is nothing to erase.
func (q Queue) Open(channel messages.ChannelID) (messages.Erase, bool) {
	if len(q) == 0 {
		return messages.Erase{}, false
	}
	t := &q[0]
	return messages.Erase{N: t.N, Channel: channel, Line: t.Line, Person: t.Person, Before: t.Before, All: t.All, Deadline: t.At}, true
}

// Due returns when the open order is given again.
func (q Queue) Due() deadline.Deadline {
	if len(q) == 0 {
		return deadline.Deadline{}
	}
	return q[0].Deadline
}

// Done takes the answer to the order of that number; the answer to another one
// changes nothing.
func (q *Queue) Done(n uint64) {
	if !q.Due().Is(n) {
		return
	}
	if *q = slices.Delete(*q, 0, 1); len(*q) == 0 {
		*q = nil
	}
}
