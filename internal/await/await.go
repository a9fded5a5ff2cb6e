// Package await is how a test waits for what another goroutine, process or
// server brings about. It comes or it doesn't; how fast it comes is another
// question, and a busy machine takes its time.
package await

import (
	"sync"
	"testing"
	"time"
)

// Patience is how long an event may take before a test fails for want of it.
const Patience = time.Minute

// again is between two looks at something that nothing tells of.
const again = 2 * time.Millisecond

// Until looks again and again until something is so. The test ends if that
// takes longer than [Patience].
func Until(t testing.TB, what string, is func() bool) {
	t.Helper()
	look := time.NewTicker(again)
	defer look.Stop()
	for late := time.After(Patience); !is(); {
		select {
		case <-look.C:
		case <-late:
			t.Fatalf("%s: waited in vain for %v", what, Patience)
		}
	}
}

// Value returns what comes over a channel, or its zero value when that is
// closed. The test ends if nothing comes for [Patience].
func Value[T any](t testing.TB, what string, c <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-c:
	case <-time.After(Patience):
		t.Fatalf("%s: waited in vain for %v", what, Patience)
	}
	return value
}

// News is how a stand-in for a server tells those who wait for something in it that it has
// changed. The stand-in's lock guards it. The zero News is ready for use.
type News struct{ next chan struct{} }

// Tell wakes all who wait. The lock is held.
func (n *News) Tell() {
	if n.next != nil {
		close(n.next)
		n.next = nil
	}
}

// Next returns what the next Tell closes. The lock is held.
func (n *News) Next() <-chan struct{} {
	if n.next == nil {
		n.next = make(chan struct{})
	}
	return n.next
}

// Until looks after each Tell whether something is so, with the lock held, which its caller
// doesn't hold. It returns false if that takes longer than [Patience].
func (n *News) Until(lock sync.Locker, is func() bool) bool {
	late := time.NewTimer(Patience)
	defer late.Stop()
	for {
		lock.Lock()
		so, next := is(), n.Next()
		lock.Unlock()
		if so {
			return true
		}
		select {
		case <-next:
		case <-late.C:
			return false
		}
	}
}
