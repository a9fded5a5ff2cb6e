package blocks

import (
	"fmt"
	"testing"
)

func TestSpans(t *testing.T) {
	some := Spans{{1, 3}, {5, 5}, {8, 12}}
	for _, tt := range []struct {
		story string
		got   Spans
		want  string
	}{
		{"in any order, some twice", spansOf([]uint64{9, 5, 1, 2, 3, 2, 8, 10, 11, 12}), "1–3, 5, 8–12"},
		{"together with what touches them", some.and(Spans{{4, 4}, {20, 21}}), "1–5, 8–12, 20–21"},
		{"together with what is between them", some.and(Spans{{2, 9}}), "1–12"},
		{"without what isn't there", some.without(Spans{{4, 4}, {13, 99}}), "1–3, 5, 8–12"},
		{"without a piece of each", some.without(Spans{{3, 5}, {9, 10}}), "1–2, 8, 11–12"},
		{"without everything", some.without(Spans{{0, 99}}), ""},
		{"only within", some.within(2, 8), "2–3, 5, 8"},
	} {
		if got := fmt.Sprint(tt.got); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.story, got, tt.want)
		}
	}
	if n := some.count(); n != 9 {
		t.Errorf("they are %d, want 9", n)
	}
}
