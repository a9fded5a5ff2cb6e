package document

import (
	"slices"
	"strings"
)

// meant returns " (did you mean KEY?)" where one of the keys there are is nearly
// the one that was written, else "". Short words are near to everything, so a
// third of their letters may be wrong, and two of a longer one.
func meant(key string, keys []string) string {
	least := min(2, (len(key)+2)/3)
	var near []string
	for _, known := range keys {
		switch d := distance(key, known); {
		case d < least:
			least, near = d, []string{known}
		case d == least:
			near = append(near, known)
		}
	}
	if len(near) == 0 {
		return ""
	}
	slices.Sort(near)
	return " (did you mean " + strings.Join(near, " or ") + "?)"
}

// distance returns how many letters of a have to be put in, left out, replaced or
// swapped with their neighbour to make it b (optimal string alignment).
func distance(a, b string) int {
	before, last, row := []int{}, make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, make([]int, len(b)+1)
	}
	return last[len(b)]
}
