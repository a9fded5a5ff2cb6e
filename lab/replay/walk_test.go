package replay

import (
	"context"
	"testing"
)

// TestWalkCarriesNotes: notes are kept for whoever asks for them, and are
// those that are counted; everybody else pays for none.
func TestWalkCarriesNotes(t *testing.T) {
	c, golds := sample(t)
	for _, test := range []struct {
		says string
		keep bool
	}{
		{"asked for notes, a walk has each that was counted", true},
		{"not asked for notes, a walk has none", false},
	} {
		carried, decisions := 0, 0
		o := with(t, "social", Oracle)
		o.KeepNotes = test.keep
		o.Took = func(w Walk) error {
			carried, decisions = carried+len(w.Notes), decisions+len(w.Decisions)
			return nil
		}
		sum, err := Run(context.Background(), c, golds, o)
		if err != nil {
			t.Fatal(err)
		}
		counted := 0
		for _, n := range sum.Notes {
			counted += n.Count
		}
		want := 0
		if test.keep {
			want = counted
		}
		if carried != want || counted == 0 || decisions == 0 {
			t.Errorf("%s: got %d notes with %d decisions, want %d notes of %d counted", test.says, carried, decisions, want, counted)
		}
	}
}
