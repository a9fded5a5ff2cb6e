package report

import (
	"fmt"
	"strings"
)

// unknown stands where nobody knows a figure.
const unknown = "-"

// Text returns the figures as a table for a terminal, one column a setting.
func (r *Report) Text() string {
	var b strings.Builder
	row := func(name string, say func(*Figures) string) {
		fmt.Fprintf(&b, "%-22s", name)
		for i := range r.Figures {
			fmt.Fprintf(&b, "  %10s", say(&r.Figures[i]))
		}
		b.WriteByte('\n')
	}
	if len(r.Figures) == 2 {
		fmt.Fprintf(&b, "%-22s  %10s  %10s\n", "", "A", "B")
	}
	row("would speak", func(f *Figures) string { return fmt.Sprint(f.Calls) })
	row("wake-ups an hour", func(f *Figures) string { return fmt.Sprintf("%.2f", f.WakesPerHour) })
	row("share of talk", func(f *Figures) string { return fmt.Sprintf("%.1f %%", 100*f.Share) })
	row("judge calls", func(f *Figures) string { return fmt.Sprint(f.JudgeCalls) })
	row("judge's cost", func(f *Figures) string { return known(f.Cost, "$%.4f") })
	row("delay, half", func(f *Figures) string { return known(f.Delay50, "%.1f s") })
	row("delay, 9 of 10", func(f *Figures) string { return known(f.Delay90, "%.1f s") })
	gold := func(say func(*Gold) string) func(*Figures) string {
		return func(f *Figures) string {
			if f.Gold == nil {
				return unknown
			}
			return say(f.Gold)
		}
	}
	row("misses", gold(func(g *Gold) string { return fmt.Sprint(g.Misses) }))
	row("interruptions", gold(func(g *Gold) string { return fmt.Sprint(g.Interruptions) }))
	row("P", gold(func(g *Gold) string { return fmt.Sprintf("%.3f", g.P) }))
	row("R", gold(func(g *Gold) string { return fmt.Sprintf("%.3f", g.R) }))
	row("F1", gold(func(g *Gold) string { return fmt.Sprintf("%.3f", g.F1) }))
	if len(r.Figures) == 2 {
		fmt.Fprintf(&b, "%d differences\n", r.Differ)
	}
	return b.String()
}

func known(n *float64, form string) string {
	if n == nil {
		return unknown
	}
	return fmt.Sprintf(form, *n)
}
