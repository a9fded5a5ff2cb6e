// Package await is how a test waits for what another goroutine, process or
// server brings about. It comes or it doesn't; how fast it comes is another
// question, and a busy machine takes its time.
package await

import (
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
