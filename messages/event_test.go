package messages

import "testing"

// TestLineOf: an event by which somebody said something is the same with another line,
// and no other event has one.
func TestLineOf(t *testing.T) {
	was, is := &Line{ID: "1"}, &Line{ID: "2"}
	for _, e := range []Event{Heard{was}, AlsoHeard{was}, Edited{was}} {
		if l, said := LineOf(e); !said || l != was {
			t.Errorf("%T: got %v, %v", e, l, said)
		}
	}
	if got := WithLine(AlsoHeard{was}, is); got != (AlsoHeard{is}) {
		t.Errorf("got %+v, want the same with line 2", got)
	}
	if got := WithLine(Edited{was}, is); got != (Edited{is}) {
		t.Errorf("got %+v, want the same with line 2", got)
	}
	if _, said := LineOf(Deleted{ID: "1"}); said {
		t.Error("a deletion says something")
	}
	if l, said := LineOf(Heard{}); !said || l != nil {
		t.Error("a line that is missing isn't told from an event without one")
	}
	if e := (Deleted{ID: "1"}); WithLine(e, is) != e {
		t.Error("a deletion has a line now")
	}
}
