// Package deadline numbers what a channel has ordered and when it is due. The
// numbers of a channel go up and are never given twice, so that an answer and a
// timer say by their number what they are about.
package deadline

import "familiar/messages"

// A Deadline is a moment with the number that [messages.TimerFired] will
// carry. With N 0 there is none.
type Deadline struct {
	N  uint64           `json:"n,omitempty"`
	At messages.Instant `json:"t,omitempty"`
}

// Is reports whether the deadline is set and has that number.
func (d Deadline) Is(n uint64) bool { return n != 0 && d.N == n }

// Earlier returns whichever of two deadlines comes first; the other one, where
// one is none.
func (d Deadline) Earlier(o Deadline) Deadline {
	if o.N != 0 && (d.N == 0 || o.At < d.At) {
		return o
	}
	return d
}

// A Counter is the newest number that was given; 0: none was.
type Counter uint64

// Next returns the next number of an order or deadline.
func (c *Counter) Next() uint64 {
	*c++
	return uint64(*c)
}

// Raise makes the next number at least least, and reports whether that changes
// anything.
func (c *Counter) Raise(least uint64) bool {
	if least == 0 || uint64(*c) >= least-1 {
		return false
	}
	*c = Counter(least - 1)
	return true
}

// By returns a deadline that is due at that moment, under the next number.
func (c *Counter) By(at messages.Instant) Deadline { return Deadline{N: c.Next(), At: at} }
