package app

import (
	"sync/atomic"
	"testing"
)

// TestQuietOfOneMoment: each step writes to the other partition what is stepped
// next, so that something is under way at every moment, whenever one looks.
func TestQuietOfOneMoment(t *testing.T) {
	q := newQuiet(2)
	q.handed(0, 0) // what begins it
	var over atomic.Bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for seq := uint64(1); seq <= 300_000; seq++ {
			to := int(seq % 2)
			q.appended[to].Store(seq)
			q.add(-1)
			q.handed(to, seq)
		}
		over.Store(true)
	}()
	for looks := 0; !over.Load(); looks++ {
		if q.is() {
			t.Errorf("nothing is under way at look %d, want the one step there always is", looks)
			break
		}
	}
	<-ended
}
