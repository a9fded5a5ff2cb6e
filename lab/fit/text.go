package fit

import (
	"fmt"
	"strings"
)

// String returns the figures as tables for a terminal.
func (f *Figures) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d lines in %d slices, %d of them answered or addressed; %d replies\n", f.Rows, f.Slices, f.Positives, f.Moments)
	fmt.Fprintf(&b, "%d address nobody in question, %d of them answered: AUC %.3f, calibration error %.4f\n\n", f.Open, f.Answered, f.AUC, f.Error)
	fmt.Fprintf(&b, "%-42s  %5s  %5s  %5s  %5s  %-11s  %s\n", "gate, one line a wake-up", "bar", "P", "R", "F1", "95 %", "judge calls a reply")
	for _, g := range f.Gates {
		bar := "-"
		if g.Gate.Bar > 0 && g.Gate.Bar <= 1 {
			bar = fmt.Sprintf("%.3f", g.Gate.Bar)
		}
		fmt.Fprintf(&b, "%-42s  %5s  %.3f  %.3f  %.3f  %.3f-%.3f  %.2f\n", g.Name, bar, g.Outcome.precision(), g.Outcome.recall(), g.Outcome.F1(), g.Low, g.High, g.Outcome.AskedPerReply())
	}
	fmt.Fprintf(&b, "\n%-30s  %-14s  %s\n", "source, F1 (R)", "addressed only", "odds at R ≥ .66")
	for _, s := range f.Sources {
		fmt.Fprintf(&b, "%-30.30q  %.3f (%.3f)   %.3f (%.3f)\n", s.Name, s.MentionOnly.F1(), s.MentionOnly.recall(), s.Odds.F1(), s.Odds.recall())
	}
	fmt.Fprintf(&b, "\n%-10s  %8s  %8s  %8s\n", "estimate", "lines", "expected", "answered")
	for i, t := range f.Tenths {
		fmt.Fprintf(&b, ".%d to %-4s  %8d  %8.1f  %8d\n", i, upper(i), t.Rows, t.Expected, t.Answered)
	}
	return b.String()
}

func upper(tenth int) string {
	if tenth == 9 {
		return "1"
	}
	return fmt.Sprintf(".%d", tenth+1)
}
