package prefetch

import "testing"

// TestReads: it reads within a value only, whatever its size, and changes nothing.
// With -race the compiler checks each address.
func TestReads(t *testing.T) {
	type odd struct {
		words [10]uint64
		last  byte
	}
	v := odd{last: 7}
	v.words[0], v.words[8] = 1, 2 // the first byte of each line
	if got := Value(&v); got != 1^2 {
		t.Errorf("a value is read as %d, want 3", got)
	}
	if got := Slice(v.words[:9]); got != 1^2 {
		t.Errorf("a slice is read as %d, want 3", got)
	}
	if got := Slice([]string(nil)); got != 0 {
		t.Errorf("nothing is read as %d", got)
	}
	if v.last != 7 {
		t.Error("it was changed")
	}
}
