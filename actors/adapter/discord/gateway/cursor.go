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
	mu   sync.Mutex // the reader and the lanes share it
	last int64      // the newest event read
	open map[int64]bool
	done map[int64]bool // taken before a rewind, and read again
}

// read notes an event and reports whether it is to be worked on: one that was
// taken before isn't.
func (c *cursor) read(seq int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = max(c.last, seq)
	if c.done[seq] || c.open[seq] {
		delete(c.done, seq)
		return false
	}
	if c.open == nil {
		c.open = make(map[int64]bool)
	}
	c.open[seq] = true
	return true
}

// took notes that an event needs no more work.
func (c *cursor) took(seq int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, seq)
}

func (c *cursor) newest() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// rewind goes back to before the first event that was not taken, so that the
// session goes on there. It reports whether that is near enough.
func (c *cursor) rewind() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	from := c.last
	for seq := range c.open {
		from = min(from, seq-1)
	}
	if c.last-from > maxBehind {
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

// reset is for a new session.
func (c *cursor) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.open, c.done = 0, nil, nil
}
