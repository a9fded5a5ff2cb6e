package conversation

import (
	"slices"
	"testing"

	"familiar/messages"
)

// A shownAccount is what the model is shown that writes, by its newest order: no line that
// is deleted, nor one of somebody who is forgotten.
type shownAccount struct {
	shown    []messages.LineID
	resident map[messages.LineID]bool // before the step
}

func (a *shownAccount) before(w *world) {
	a.resident = map[messages.LineID]bool{}
	for e := range w.s.Lines.All() {
		a.resident[e.ID] = true
	}
}

func (a *shownAccount) shows(o *messages.Compose) {
	a.shown = nil
	for _, q := range slices.Concat(o.Earlier, o.Recent, o.Addressed) {
		a.shown = append(a.shown, q.ID)
	}
}

// recompose is of the open turn, and shows less.
func (a *account) recompose(w *world, o messages.Recompose) {
	w.t.Helper()
	if a.composing[o.Familiar] != o.N {
		w.t.Fatalf("turn %d of %s is composed again and isn't open", o.N, o.Familiar)
	}
	a.shows(&o.Compose)
}

// showsNothingGone holds the order of the open turn, if there is one, to that.
func (a *account) showsNothingGone(w *world, e Event) {
	w.t.Helper()
	if len(a.composing) == 0 {
		return
	}
	for _, id := range a.shown {
		switch e := e.(type) {
		case messages.Deleted:
			if id == e.ID && a.resident[id] {
				w.t.Fatalf("a model is shown line %s, which is deleted", id)
			}
		case messages.Forgotten:
			if w.gone[id] && a.resident[id] {
				w.t.Fatalf("a model is shown line %s, which is forgotten", id)
			}
		}
	}
}

// TestOutdatedAnswer: an answer that was on its way when something went that its model was
// shown is not said; the turn is ordered once more, in its newest form. What a program of
// before has journaled doesn't say its form, and counts.
func TestOutdatedAnswer(t *testing.T) {
	for _, tt := range []struct {
		story string
		form  uint64 // of the answer
		again bool
	}{
		{"of the first form", 1, true},
		{"of the newest", 2, false},
		{"of a program that doesn't say", 0, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t, "quick")
			p.hear("1", "bob", "our secret")
			p.says("NO_REPLY")
			p.hear("2", "ana", "@Aria hi")
			p.step(messages.Deleted{ID: "1"})
			n := p.s.Turn.N
			p.step(messages.Composed{N: n, Form: tt.form, Parts: []string{"hello"}, Final: true})
			again := slices.ContainsFunc(p.out, func(e Effect) bool {
				o, is := e.(messages.Compose)
				return is && o.N == n && o.Form == 2
			})
			said := slices.ContainsFunc(p.out, func(e Effect) bool { _, is := e.(messages.Post); return is })
			if again != tt.again || said == tt.again {
				t.Errorf("ordered again %v, said %v, want %v and %v", again, said, tt.again, !tt.again)
			}
		})
	}
}
