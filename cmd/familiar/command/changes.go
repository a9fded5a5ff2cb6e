package command

import (
	"fmt"
	"slices"
	"strings"
)

// near is how many lines further on a line may stand that two texts share.
const near = 16

// Changes returns the lines that two texts don't share, the old ones with "-"
// and the new ones with "+" before them.
func Changes(old, text string) string {
	a, b := strings.Split(old, "\n"), strings.Split(text, "\n")
	var out strings.Builder
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) > 0 && len(b) > 0 && a[0] == b[0]:
			a, b = a[1:], b[1:]
		case len(b) > 0 && (len(a) == 0 || within(b, a[0])):
			fmt.Fprintf(&out, "+ %s\n", b[0])
			b = b[1:]
		case len(b) == 0 || within(a, b[0]):
			fmt.Fprintf(&out, "- %s\n", a[0])
			a = a[1:]
		default:
			fmt.Fprintf(&out, "- %s\n+ %s\n", a[0], b[0])
			a, b = a[1:], b[1:]
		}
	}
	return out.String()
}

func within(lines []string, line string) bool {
	return slices.Contains(lines[:min(len(lines), near)], line)
}
