package measured

import (
	"testing"

	"familiar/messages"
)

// TestWaiting: a post is counted once, however often it is handed over, and the
// oldest of those that are left is told.
func TestWaiting(t *testing.T) {
	w := newWaiting()
	early, late := messages.Post{ID: "p1", Account: "a", Meta: messages.Meta{At: 5}}, messages.Post{ID: "p2", Account: "a", Meta: messages.Meta{At: 7}}
	if !w.add(&late) || !w.add(&early) || w.add(&early) {
		t.Error("a post is counted more or less than once")
	}
	if count, oldest := w.look(); count["a"] != 2 || oldest["a"] != 5 {
		t.Errorf("got %d posts, the oldest of %d, want 2, of 5", count["a"], oldest["a"])
	}
	w.remove("p1")
	w.remove("p1")
	if count, oldest := w.look(); count["a"] != 1 || oldest["a"] != 7 {
		t.Errorf("got %d posts, the oldest of %d, want 1, of 7", count["a"], oldest["a"])
	}
}
