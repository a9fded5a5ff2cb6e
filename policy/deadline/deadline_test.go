package deadline

import "testing"

func TestCounter(t *testing.T) {
	var c Counter
	first := c.By(50)
	if first != (Deadline{N: 1, At: 50}) || !first.Is(1) || first.Is(2) || (Deadline{}).Is(0) {
		t.Errorf("got %+v, want number 1 at 50", first)
	}
	for _, raise := range []struct {
		least uint64
		does  bool
		next  uint64
	}{{0, false, 2}, {2, false, 3}, {4, false, 4}, {9, true, 9}} {
		if does, next := c.Raise(raise.least), c.Next(); does != raise.does || next != raise.next {
			t.Errorf("raised to %d: got %v and %d, want %v and %d", raise.least, does, next, raise.does, raise.next)
		}
	}
}

func TestEarlier(t *testing.T) {
	none, soon, late := Deadline{}, Deadline{1, 10}, Deadline{2, 20}
	for _, tt := range []struct{ a, b, want Deadline }{
		{none, none, none}, {soon, none, soon}, {none, soon, soon}, {soon, late, soon}, {late, soon, soon}, {soon, Deadline{3, 10}, soon},
	} {
		if got := tt.a.Earlier(tt.b); got != tt.want {
			t.Errorf("of %+v and %+v got %+v, want %+v", tt.a, tt.b, got, tt.want)
		}
	}
}
