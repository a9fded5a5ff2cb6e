package gateway

import (
	"slices"
	"testing"
)

// TestCursor: what was taken is not read again, what was not is.
func TestCursor(t *testing.T) {
	var c cursor
	for seq := int64(1); seq <= 6; seq++ {
		c.read(seq)
	}
	for _, seq := range []int64{1, 2, 4, 6} {
		c.took(0, seq)
	}
	if !c.rewind() || c.newest() != 2 {
		t.Fatalf("goes on after %d, want 2", c.newest())
	}
	var again []int64
	for seq := int64(3); seq <= 7; seq++ {
		if _, fresh := c.read(seq); fresh {
			again = append(again, seq)
		}
	}
	if want := []int64{3, 5, 7}; !slices.Equal(again, want) {
		t.Errorf("works on %v again, want %v", again, want)
	}
	c.reset()
	first, _ := c.read(1)
	for seq := int64(2); seq < maxBehind+3; seq++ {
		c.read(seq)
		c.took(first, seq)
	}
	if c.rewind() {
		t.Error("would read too much again")
	}
}

// TestCursorOfTwoSessions: an event of a session that has ended is no event of the
// next one with the same number, and nothing is settled before it is taken.
func TestCursorOfTwoSessions(t *testing.T) {
	var c cursor
	former, _ := c.read(1)
	c.reset()
	session, _ := c.read(1)
	if _, all := c.settled(); all {
		t.Error("all is settled while an event of the session before is open")
	}
	c.took(former, 1)
	if upto, all := c.settled(); upto != 0 || !all {
		t.Errorf("settled up to %d, %v, want 0: the event of this session is open", upto, all)
	}
	c.took(session, 1)
	if upto, all := c.settled(); upto != 1 || !all {
		t.Errorf("settled up to %d, %v, want 1", upto, all)
	}
}
