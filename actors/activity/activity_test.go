package activity

import (
	"sync/atomic"
	"testing"
)

// TestActivityOfOneMoment: each step writes to the other partition what is stepped
// next, so that something is under way at every moment, whenever one looks.
func TestActivityOfOneMoment(t *testing.T) {
	q := New(2)
	q.Begin(0, 0)
	q.Begin(1, 0)
	q.HandedOver(0, 0) // what begins it
	var over atomic.Bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for seq := uint64(1); seq <= 300_000; seq++ {
			to := int(seq % 2)
			q.appended[to].Store(seq)
			q.Add(-1)
			q.HandedOver(to, seq)
		}
		over.Store(true)
	}()
	for looks := 0; !over.Load(); looks++ {
		if q.none() {
			t.Errorf("nothing is under way at look %d, want the one step there always is", looks)
			break
		}
	}
	<-ended
}
