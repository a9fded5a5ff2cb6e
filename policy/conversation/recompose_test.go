package conversation

import (
	"slices"

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
