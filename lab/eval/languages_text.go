package eval

import (
	"fmt"
	"strings"
)

// languagesLegend says what the columns are.
const languagesLegend = `P, R, F1  of the lines that the familiar is expected to answer, by each gate
words     that a line is taken to have, on average
the rest  lines seen to show this cue, of those that are marked; +n: seen in n more, which are not
The scenes say the same in each language, in %d lines by people, of which %d are to be answered.
`

// String returns the table for a terminal.
func (t *Languages) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s", "")
	for _, gate := range compared {
		fmt.Fprintf(&b, "  %-19s", gate)
	}
	fmt.Fprintf(&b, "\n%-12s", "language")
	for range compared {
		fmt.Fprintf(&b, "  %5s  %5s  %5s", "P", "R", "F1")
	}
	fmt.Fprintf(&b, "  %5s", "words")
	for _, c := range cuesOf {
		fmt.Fprintf(&b, "  %8s", c)
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		fmt.Fprintf(&b, "\n%-12s", r.Language)
		for _, g := range r.Gates {
			fmt.Fprintf(&b, "  %5s  %5s  %5s", g.P.text(3), g.R.text(3), g.F1.text(3))
		}
		fmt.Fprintf(&b, "  %5.1f", r.Words)
		for _, c := range r.Cues {
			fmt.Fprintf(&b, "  %8s", c)
		}
	}
	if len(t.Rows) > 0 {
		fmt.Fprintf(&b, "\n\n"+languagesLegend, t.Rows[0].Lines, t.Rows[0].Expected)
	}
	return b.String()
}

// String returns how many were seen of how many, and how many more.
func (r Recognised) String() string {
	text := fmt.Sprintf("%d/%d", r.Seen, r.Marked)
	if r.Wrong > 0 {
		text += fmt.Sprintf(" +%d", r.Wrong)
	}
	return text
}
