package conversation

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

// rapidPick draws from rapid, which shrinks towards the plainest.
func rapidPick(t *rapid.T) pick {
	return func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(t, what) }
}

// TestEveryConversation lets anything happen in any order to a channel of any
// configuration and holds it, after every step, to account_test.go and
// invariants_test.go; in the end to rest, and to its own journal.
func TestEveryConversation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, rapidPick(t))
		for range rapid.IntRange(1, 80).Draw(t, "moves") {
			w.move()
		}
		w.comesToRest()
		w.replay()
	})
}

// replay steps a new state through the journal: it notes and becomes the same.
// The network's clock, which only shows, is turned back in the lines it reads.
func (w *world) replay() {
	w.t.Helper()
	s := New(w.s.Channel, w.config)
	for i, kept := range w.journal {
		e, err := messages.DecodeEvent(kept.event)
		if err != nil {
			w.t.Fatalf("journal entry %d: %v", i, err)
		}
		if heard, ok := e.(messages.Heard); ok {
			heard.Line.At = 1
		}
		if got := notes(s.Step(kept.now, e, nil)); !reflect.DeepEqual(got, kept.notes) {
			w.t.Fatalf("journal entry %d, %s, notes\n%+v\nwant\n%+v", i, kept.event, got, kept.notes)
		}
	}
	w.same("replayed from the journal", s)
}

// show puts orders in words, one a line.
func show(out []Effect) string {
	var b strings.Builder
	for _, effect := range out {
		if n, ok := effect.(*messages.Note); ok {
			fmt.Fprintf(&b, "  %+v\n", *n)
			continue
		}
		fmt.Fprintf(&b, "  %T%+v\n", effect, effect)
	}
	return b.String()
}
