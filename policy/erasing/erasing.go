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
	look   = time.Hour   // how often a queue that is held looks whether it still is

	// Most is how many texts wait at most; beyond it everything of the channel is
	// erased at once, or once it is no longer held.
	Most = 1000
)

// A Text is what is to be erased. One of Line, Person, Before, All and Memories is set, as
// in [messages.Erase]; Until may be.
type Text struct {
	deadline.Deadline                   // N is the order's; 0: its turn hasn't come
	Line              messages.LineID   `json:"line,omitempty"`
	Person            messages.PersonID `json:"person,omitempty"`
	Before            messages.Instant  `json:"before,omitempty"`
	All               bool              `json:"all,omitempty"`
	Memories          bool              `json:"memories,omitempty"`
	Held              bool              `json:"held,omitempty"`  // no order is out: the deadline is when to look whether it is still held
	Until             messages.Instant  `json:"until,omitempty"` // what was journaled since then stays; 0: its order follows at once
}

// AskedBy returns what was to be erased at that moment, for an order that may be given
// much later.
func (t Text) AskedBy(now messages.Instant) Text {
	t.Until = now + 1
	if t.All {
		t.All, t.Before = false, t.Until
	}
	return t
}

// Same reports whether both erase the same.
func (t Text) Same(o Text) bool {
	dated := t.Person != "" || t.Memories
	return t.Line == o.Line && t.Person == o.Person && t.Before == o.Before && t.All == o.All && t.Memories == o.Memories && (!dated || t.Until == o.Until)
}

// A Queue is what waits to be erased, oldest first; the first is ordered, unless a hold
// keeps the journal from erasing anything. The zero Queue is empty.
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

// push puts t behind what waits, in place of what it covers. All, and of a queue that is
// held everything until now, bounds the queue without leaving a text behind. The order
// that is out stays, since its answer is on the way.
func (q *Queue) push(t Text) (full bool) {
	if full = len(*q) >= Most; full {
		t = Text{All: t.Until == 0, Before: t.Until, Until: t.Until}
	}
	*q = append(slices.DeleteFunc(*q, func(w Text) bool { return !w.ordered() && (full || t.covers(w)) }), t)
	return full
}

// covers reports whether t erases whatever o does.
func (t Text) covers(o Text) bool {
	switch {
	case t.All:
		return true
	case t.Before != 0:
		return o.Before != 0 && o.Before <= t.Before || o.Until != 0 && o.Until <= t.Before
	default:
		return t.Person != "" && o.Person == t.Person || t.Memories && o.Memories
	}
}

// ordered reports whether its order is out.
func (t Text) ordered() bool { return t.N != 0 && !t.Held }

// Waits reports whether the next order has still to be given, which it can't while the
// queue is held.
func (q Queue) Waits(held bool) bool {
	return len(q) > 0 && (q[0].N == 0 || q[0].Held && !held)
}

// Busy reports whether an order is out, or can be given.
func (q Queue) Busy() bool { return len(q) > 0 && !q[0].Held }

// OrderNext gives the first of the queue a number, or another one, and appends its
// order. While the queue is held there is none: the number's deadline is when to ask
// again.
func (q Queue) OrderNext(channel messages.ChannelID, now messages.Instant, numbers *deadline.Counter, held bool, out []messages.Effect) []messages.Effect {
	wait := within
	if held {
		wait = look
	}
	q[0].Deadline, q[0].Held = numbers.By(now.Add(wait)), held
	return q.Pending(channel, held, out)
}

// Pending appends the open order, in case it was not carried out. While the queue is
// held there is none.
func (q Queue) Pending(channel messages.ChannelID, held bool, out []messages.Effect) []messages.Effect {
	if order, is := q.Open(channel); is && !held {
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

// Open returns the open order; false when there is nothing to erase, or it is held.
func (q Queue) Open(channel messages.ChannelID) (messages.Erase, bool) {
	if !q.Busy() {
		return messages.Erase{}, false
	}
	t := &q[0]
	return messages.Erase{N: t.N, Channel: channel, Line: t.Line, Person: t.Person, Before: t.Before, Until: t.Until, All: t.All, Memories: t.Memories, Deadline: t.At}, true
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
