package community

import (
	"testing"

	"familiar/policy/conversation"
)

func TestTurnsAndSwing(t *testing.T) {
	for _, tt := range []struct {
		story        string
		path         []float64
		turns, swing float64
	}{
		{"what stays doesn't turn", []float64{1, 1, 1}, 0, 0},
		{"what rises doesn't", []float64{0, 1, 1, 3}, 0, 3},
		{"there and back is one turn", []float64{0, 2, 1}, 1, 2},
		{"a rest in between is none", []float64{0, 2, 2, 1, 1, 0}, 1, 2},
		{"to and fro is one each time", []float64{0, 1, 0, 1, 0}, 3, 1},
	} {
		if got, swing := turns(tt.path), swingOf(tt.path); got != tt.turns || swing != tt.swing {
			t.Errorf("%s: got %v turns and a swing of %v, want %v and %v", tt.story, got, swing, tt.turns, tt.swing)
		}
	}
}

// TestMoved: what a setting tells of itself is followed to the end of each talk.
func TestMoved(t *testing.T) {
	s := Alone(.5)
	s.Moved = func(ch *conversation.Channel) float64 { return float64(ch.Lines.Last() % 7) }
	report := runAll(t, Options{Tastes: some(t, "two"), Seeds: 2, Lines: 1000, Judge: None, Settings: []Setting{s}})
	m := report.rowOf("two", s.Name).Moved
	if m == nil || m.Turns == 0 || m.Most != 6 || len(m.Course) != 2 || m.Course[1] != m.End {
		t.Errorf("got %+v, want one that turns and swings by 6, with a course of two stretches to its end", m)
	}
	if report.rowOf("two", Standard).Moved != nil {
		t.Error("the default is said to learn")
	}
}
