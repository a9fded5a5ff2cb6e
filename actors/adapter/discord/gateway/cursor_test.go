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
		c.took(seq)
	}
	if !c.rewind() || c.newest() != 2 {
		t.Fatalf("goes on after %d, want 2", c.newest())
	}
	var again []int64
	for seq := int64(3); seq <= 7; seq++ {
		if c.read(seq) {
			again = append(again, seq)
		}
	}
	if want := []int64{3, 5, 7}; !slices.Equal(again, want) {
		t.Errorf("works on %v again, want %v", again, want)
	}
	c.reset()
	c.read(1)
	for seq := int64(2); seq < maxBehind+3; seq++ {
		c.read(seq)
		c.took(seq)
	}
	if c.rewind() {
		t.Error("would read too much again")
	}
}
