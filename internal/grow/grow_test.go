package grow

import (
	"slices"
	"testing"
)

func TestBy(t *testing.T) {
	for _, tt := range []struct {
		story string
		list  []int
		by    func([]int, int) []int
		want  int
	}{
		{"of nothing", nil, By[int], 4},
		{"full", []int{1, 2}, By[int], 6},
		{"with room", make([]int, 2, 3), By[int], 3},
		{"a quarter of a few is less than asked for", []int{1, 2}, ByQuarter[int], 6},
		{"a quarter of many", make([]int, 40), ByQuarter[int], 50},
		{"many, with room", make([]int, 40, 41), ByQuarter[int], 41},
	} {
		got := tt.by(tt.list, 4)
		if cap(got) != tt.want || !slices.Equal(got, tt.list) {
			t.Errorf("%s: got %v with room for %d, want %v and %d", tt.story, got, cap(got), tt.list, tt.want)
		}
	}
}
