package lab

import (
	"slices"
	"strings"
	"testing"
)

func TestListedSlicesHaveTheirLimit(t *testing.T) {
	name := strings.Repeat("x", mostListed/4)
	for _, tt := range []struct{ names, want int }{{0, 0}, {3, 3}, {4, 4}, {5, 4}, {9, 4}} {
		if got := len(listed(slices.Repeat([]string{name}, tt.names))); got != tt.want {
			t.Errorf("of %d long names %d are listed, want %d", tt.names, got, tt.want)
		}
	}
}
