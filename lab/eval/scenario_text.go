package eval

import (
	"fmt"
	"strings"
)

// String returns the table for a terminal. What there is nothing of is "-".
func (t *ScenarioTable) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s to speak at, %d to stay silent at\n", number(t.Scenarios, "scenario", "scenarios"), number(t.Speak, "place", "places"), t.Silent)
	if t.LeftOut > 0 {
		fmt.Fprintf(&b, "%s left out: no speaker before a text, or nobody to answer\n", number(t.LeftOut, "row", "rows"))
	}
	fmt.Fprintf(&b, "%-31s  %5s  %5s  %5s  %-11s  %5s  %6s  %5s  %5s  %5s\n", "gate", "P", "R", "F1", "F1 95 %", "macro", "missed", "false", "right", "evals")
	for i, r := range t.Rows {
		fmt.Fprintf(&b, "%2d %-28s  %5s  %5s  %5s  %-11s  %5s  %6s  %5s  %5s  %5s\n", i+1, r.Name, r.P.text(3), r.R.text(3), r.F1.text(3),
			between(r.F1Low, r.F1High), r.MacroF1.text(3), r.Missed.text(3), r.False.text(3), r.Right.text(3), r.EvalsPerPlace.text(2))
	}
	t.writeCategories(&b)
	b.WriteString("\n" + scenarioLegend)
	return b.String()
}

// writeCategories writes, by category, how often each gate is right.
func (t *ScenarioTable) writeCategories(b *strings.Builder) {
	if len(t.Categories) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-31s  %6s", "right, by category", "places")
	for i := range t.Rows {
		fmt.Fprintf(b, "  %5d", i+1)
	}
	b.WriteByte('\n')
	for _, c := range t.Categories {
		name := "(none)"
		if c.Name != "" {
			name = fmt.Sprintf("%.29q", c.Name) // it is from outside
		}
		fmt.Fprintf(b, "%-31s  %6d", name, c.Places)
		for _, right := range c.Right {
			fmt.Fprintf(b, "  %5s", right.text(3))
		}
		b.WriteByte('\n')
	}
}

// scenarioLegend says what the columns are.
const scenarioLegend = `P      of the places it spoke at, the share it should have spoken at
R      of the places it should speak at, the share it spoke at; F1: harmonic mean of P and R
95 %   between these two lie 95 of 100 drawings of scenarios, with repetition; "-": there is one scenario only
macro  mean of the F1 of speaking and that of staying silent
missed 1 - R; false: of the places it should stay silent at, the share it spoke at
right  share of places at which it did what it should
evals  questions to the judge about a place, for each place
never  is always silent; a gate speaks at a place if the turn there is the newest one its call covers
`
