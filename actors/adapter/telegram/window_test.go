package telegram

import (
	"testing"
	"time"
)

// TestWindow: nobody asks past an update that isn't taken.
func TestWindow(t *testing.T) {
	now := time.Unix(1e9, 0)
	var w window
	offset := func(what string, want int64) {
		t.Helper()
		if got := w.offset(now); got != want {
			t.Errorf("%s: it asks from %d, want %d", what, got, want)
		}
	}
	offset("at first", 0)
	for id := int64(5); id <= 8; id++ {
		if !w.admit(id, now) {
			t.Errorf("%d is not new", id)
		}
	}
	offset("with all waiting", 5)
	w.take(6)
	offset("with a later one taken", 5)
	if w.admit(6, now) || w.admit(5, now) {
		t.Error("what is known is taken for new")
	}
	w.take(5)
	offset("with the first ones taken", 7)
	if w.admit(5, now) || w.admit(6, now) {
		t.Error("what was taken while it was asked for is taken for new")
	}
	w.take(8, 7)
	offset("with all taken", 9)
	now = now.Add(5 * 24 * time.Hour)
	offset("after five days", 9)
	now = now.Add(2 * 24 * time.Hour)
	offset("after a week, when numbers may begin anywhere", 0)
	if !w.admit(3, now) {
		t.Error("a lower number is not new")
	}
	offset("from there on", 3)
	w.take(3)
	offset("and past it", 4)
}
