package report

import (
	"fmt"
	"strings"

	"familiar/messages"
)

// why puts a note into one sentence: who decided, on what, and its reason.
func why(n *messages.Note) string {
	var b strings.Builder
	b.WriteString(n.Rung)
	if n.Trigger != "" {
		fmt.Fprintf(&b, " after %s", n.Trigger)
	}
	if n.Bar != 0 {
		fmt.Fprintf(&b, ", odds %.3f of %.3f", n.Odds, n.Bar)
	}
	if n.Due != 0 {
		fmt.Fprintf(&b, ", thinks in %v", n.Due.Sub(n.At))
		if n.Term != "" {
			fmt.Fprintf(&b, " (%s)", n.Term)
		}
	}
	if n.Reason != "" {
		b.WriteString(": " + n.Reason)
	}
	return cut(b.String(), mostWhy)
}
