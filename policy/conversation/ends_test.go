package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/policy/why"
)

// TestEveryLineHasAnEnd: whatever happens to a line that is to be answered, a new
// configuration, a deletion or a network that says nothing, once nothing is under way any
// more the notes tell what it has come to.
func TestEveryLineHasAnEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, rapidPick(t))
		for range rapid.IntRange(1, 30).Draw(t, "moves") {
			w.move()
		}
		if rapid.Bool().Draw(t, "another configuration") {
			w.reconfigure()
			for range rapid.IntRange(0, 30).Draw(t, "moves after") {
				w.move()
			}
		}
		w.endsEveryStory()
	})
}

// endsEveryStory lets the network say what became of what was posted, lets everything
// else be late, and asks why of every line that a familiar has decided on.
func (w *world) endsEveryStory() {
	w.t.Helper()
	s, now := w.clone(), w.now
	step := func(e Event) {
		kept := w.record(now, e)
		kept.notes = notes(s.Step(now, e, nil))
	}
	for k, p := range w.posts {
		step([]Event{
			messages.Delivered{Post: p.ID, Line: messages.LineID(fmt.Sprint("at the end ", k))},
			messages.DeliveryFailed{Post: p.ID, Reason: "gone"},
			messages.DeliveryFailed{Post: p.ID, Reason: "no answer", Unknown: true},
		}[k%3])
	}
	for range 20_000 {
		for len(s.Erasing) > 0 {
			step(messages.Erased{N: s.Erasing[0].N})
		}
		due, ok := s.Due()
		if !ok {
			break
		}
		now = max(now, due.At).Add(time.Millisecond)
		step(messages.TimerFired{N: due.N})
	}
	var newest []*messages.Note
	for k := range w.journal {
		for i := range w.journal[k].notes {
			newest = append(newest, &w.journal[k].notes[i])
		}
	}
	slices.Reverse(newest)
	for _, n := range newest {
		if !why.Decides(n) || n.Act == messages.Settled {
			continue
		}
		a, _ := why.Tell(newest, n.Familiar, n.Line, why.Seat{}, why.Scene{})
		if got := a.Sentence(); strings.HasPrefix(got, "is to answer") {
			w.t.Fatalf("%s on %s: %s", n.Familiar, n.Line, got)
		}
	}
}
