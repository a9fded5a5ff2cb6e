package host

import (
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// TestBlockedActorsKeepNobodyWaiting: however many handlers block, and whether
// the others came before or after them, the others are handled.
func TestBlockedActorsKeepNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		var handled atomic.Int32
		h := start(t, Config{}, Kind{Make: always(part{receive: func(msg any) {
			if msg == "block" {
				<-gate
			}
			handled.Add(1)
		}})})
		const blocked = 300
		for i := range blocked {
			send(t, h, id("free"+strconv.Itoa(i)), "go on")
			send(t, h, id("blocked"+strconv.Itoa(i)), "block")
		}
		synctest.Wait()
		if got := handled.Load(); got != blocked {
			t.Errorf("%d messages are handled while %d actors block, want %d", got, blocked, blocked)
		}
		send(t, h, id("late"), "go on")
		synctest.Wait()
		if got := handled.Load(); got != blocked+1 {
			t.Errorf("%d messages are handled, want the late one too: %d", got, blocked+1)
		}
		close(gate)
		synctest.Wait()
		if got := handled.Load(); got != 2*blocked+1 {
			t.Errorf("%d messages are handled in the end, want %d", got, 2*blocked+1)
		}
	})
}

// TestBusyActorQueuesBehindTheOthers looks at the queue itself: a worker that
// has handled a batch of an actor with more to do takes whoever came meanwhile.
func TestBusyActorQueuesBehindTheOthers(t *testing.T) {
	pool := workers{coming: true} // nobody else is to come
	busy, quiet := new(process), new(process)
	pool.push(busy)
	var order []*process
	p := pool.next(nil, false)
	pool.push(quiet) // while busy has its turn
	for range 4 {
		order = append(order, p)
		var again *process
		if p == busy {
			again = busy
		}
		p = pool.next(again, false)
	}
	if want := []*process{busy, quiet, busy, busy}; !slices.Equal(order, want) {
		t.Errorf("order of work = %v, want busy %p, quiet %p, busy, busy", order, busy, quiet)
	}
}
