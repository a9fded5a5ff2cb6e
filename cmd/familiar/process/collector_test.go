package process

import (
	"runtime/debug"
	"testing"
)

// TestCollectSooner: what the operator set stays, and what was set before comes
// back.
func TestCollectSooner(t *testing.T) {
	const before = 123
	defer debug.SetGCPercent(debug.SetGCPercent(before))
	now := func() int { // there is nothing that only asks
		percent := debug.SetGCPercent(before)
		debug.SetGCPercent(percent)
		return percent
	}
	for _, tt := range []struct {
		set  string
		want int
	}{{"", growth}, {"80", before}, {"off", before}} {
		t.Setenv("GOGC", tt.set)
		undo := collectSooner()
		if got := now(); got != tt.want {
			t.Errorf("with GOGC=%q the heap grows by %d percent, want %d", tt.set, got, tt.want)
		}
		undo()
		if got := now(); got != before {
			t.Errorf("with GOGC=%q the heap grows by %d percent afterwards, want %d", tt.set, got, before)
		}
	}
}
