package gateway

import (
	"sync"
)

// maxBehind is how many events a session may have to be read again for one
// that was not taken.
const maxBehind = 100_000

// A cursor is where the reading of a session stands: what was read, and which
// of that was not yet taken.
type cursor struct {
	mu      sync.Mutex // the reader and the lanes share it
	last    int64      // the newest event read
	open    map[int64]bool
	done    map[int64]bool // taken before a rewind, and read again
	session int            // counts them: an event of an earlier one has the same number as one of this
	former  int            // events of earlier sessions that were not taken yet

	fresh bool          // nothing of this session is settled
	begun chan struct{} // something is now: has room for one
}

// read notes an event and reports whether it is to be worked on: one that was
// taken before isn't. session says of which it is.
func (c *cursor) read(seq int64) (session int, fresh bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = max(c.last, seq)
	if c.done[seq] || c.open[seq] {
		delete(c.done, seq)
		return c.session, false
	}
	if c.open == nil {
		c.open = make(map[int64]bool)
	}
	c.open[seq] = true
	return c.session, true
}

// took notes that an event needs no more work.
func (c *cursor) took(session int, seq int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if session != c.session {
		c.former--
		return
	}
	delete(c.open, seq)
	if c.fresh && c.settledLocked() > 0 {
		c.fresh = false
		select {
		case c.begun <- struct{}{}:
		default:
		}
	}
}

func (c *cursor) newest() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// settled returns up to where all events were taken; false while some of an
// earlier session are not.
func (c *cursor) settled() (seq int64, all bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.settledLocked(), c.former == 0
}

func (c *cursor) settledLocked() int64 {
	upto := c.last
	for seq := range c.open {
		upto = min(upto, seq-1)
	}
	return upto
}

// rewind goes back to before the first event that was not taken, so that the
// session goes on there. It reports whether that can be done and is near enough.
func (c *cursor) rewind() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	from := c.settledLocked()
	if c.former > 0 || c.last-from > maxBehind {
		c.former, c.open = 0, nil // nobody takes them any more
		return false
	}
	if c.done == nil {
		c.done = make(map[int64]bool)
	}
	for seq := from + 1; seq <= c.last; seq++ {
		if !c.open[seq] {
			c.done[seq] = true
		}
	}
	c.open, c.last = nil, from
	return true
}

// reset is for a new session, of which everything is to come.
func (c *cursor) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.former += len(c.open)
	c.session++
	c.last, c.open, c.done, c.fresh = 0, nil, nil, true
}

// resumeAt is for a session of which everything up to seq was taken. Nobody takes
// events any more.
func (c *cursor) resumeAt(seq int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session++
	c.last, c.open, c.done, c.former = seq, nil, nil, 0
}
