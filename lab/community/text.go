package community

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"familiar/messages"
)

// String returns the tables for a terminal.
func (r *Report) String() string {
	var b strings.Builder
	writeRates(&b, r.Rates)
	fmt.Fprintf(&b, "\n%d communities of each taste, %d lines each, judge: %s\n", r.Seeds, r.Lines, r.Judge)
	for i := range r.Tastes {
		r.Tastes[i].write(&b)
	}
	fmt.Fprintf(&b, legend, Cost, Miss, Stretch, slight)
	return b.String()
}

// legend says what the tables show.
const legend = `
utility    welcome - %v unwelcome - %v missed, for each %d lines of the second half; with 95 %% interval over communities
unasked    answers nobody asked for; welcome: the share of them that was
complain   unwelcome answers that somebody showed to be; missed: lines it was wanted for, and nobody answered
judged     questions to the judge
regret     how much less than the best fixed setting, on the same communities; short: as a share of what that is worth,
           or of %v where it is worth little
saw        what the program made of what followed, and in brackets in which share of that people had wanted what it said or
           left unsaid
best fixed chosen among a grid of fixed settings on other communities of the taste
`

func writeRates(b *strings.Builder, rates []Rates) {
	fmt.Fprintf(b, "%-25s %6s %7s %7s %7s %7s %6s %6s %6s %7s %8s %6s\n", "talk", "lines", "asks", "answrd", "q.answ", "replies", "names", "thanks", "runs", "gap", "gap 90", "people")
	for i := range rates {
		r := &rates[i]
		fmt.Fprintf(b, "%-25s %6d %7.3f %7.3f %7.3f %7.3f %6.3f %6.3f %6.3f %7s %8s %6d\n", r.Name, r.Lines, r.Questions, r.Answered, r.Asked, r.Replies, r.Names, r.Thanks, r.Runs, r.Gap.Round(time.Second), r.LongGap.Round(time.Second), r.People)
	}
}

func (t *Result) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s: %s\n%-24s %26s %8s %8s %9s %7s %7s %26s %6s\n", t.Taste, t.Says, "", "utility", "unasked", "welcome", "complain", "missed", "judged", "regret", "short")
	for i := range t.Rows {
		r := &t.Rows[i]
		name := r.Setting
		if name == BestFixed {
			name += " (" + t.Best + ")"
		}
		fmt.Fprintf(b, "%-24s %26s %8.1f %8s %9.1f %7.1f %7.1f %26s %6s\n", name, r.Utility, r.Unasked, share(r.Welcome), r.Complaints, r.Missed, r.Judged, r.Regret, fmt.Sprintf("%.2f", r.Shortfall))
	}
	for i := range t.Rows {
		t.Rows[i].writeSeen(b)
		t.Rows[i].writeMoves(b)
	}
}

// writeSeen tells what the program saw of what followed, the most frequent first.
func (r *Row) writeSeen(b *strings.Builder) {
	if len(r.Seen) == 0 {
		return
	}
	words := slices.SortedFunc(maps.Keys(r.Seen), func(a, b messages.Rung) int {
		return cmp.Or(cmp.Compare(r.Seen[b].Often, r.Seen[a].Often), cmp.Compare(a, b))
	})
	fmt.Fprintf(b, "  %s saw", r.Setting)
	for i, how := range words {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, " %s %.1f (%.2f)", how, r.Seen[how].Often, r.Seen[how].Wanted)
	}
	b.WriteByte('\n')
}

func (r *Row) writeMoves(b *strings.Builder) {
	if m := r.Moved; m != nil {
		fmt.Fprintf(b, "  %s: moved its bar by %+.2f log-odds; %.1f turns in %d lines; swings %.2f in the last 1,000 lines, at most %.2f\n", r.Setting, m.End, m.Turns, Stretch, m.Swing, m.Most)
	}
	if p := r.Pull; p != nil {
		fmt.Fprintf(b, "  %s: one person's doing makes %s unasked, %s utility to the others, %+.2f log-odds\n", r.Setting, p.Unasked, p.Utility, p.Moved)
	}
}

// share is a number between 0 and 1; "-" when there is none.
func share(v float64) string {
	if v == -1 {
		return "-"
	}
	return fmt.Sprintf("%.2f", v)
}
