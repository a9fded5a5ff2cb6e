package load

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/lab/load/tally"
)

// Print writes the report for people.
func (r Report) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d cores, %s, %s, load %s\n", r.Machine.CPU, r.Machine.Cores, r.Machine.OS, r.Machine.Go, r.Machine.Load)
	cut := ""
	if r.Cut {
		cut = " (told to stop)"
	}
	fmt.Fprintf(&b, "%s, %d channels, seed %d: %s of lines%s, all over %s later\n",
		r.Plan.Shape, r.Plan.Channels, r.Plan.Seed, r.Took.Round(100*time.Millisecond), cut, r.Settled.Round(100*time.Millisecond))
	r.accounts(&b)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tcount\tp50\tp90\tp99\tp99.9\tmax\t")
	for _, row := range []struct {
		name  string
		times tally.Times
	}{
		{"due to decision", r.Latency.Decision},
		{"handed over to decision", r.Latency.Handed},
		{"in the journal", r.Latency.Accept},
		{"in channels apart", r.Latency.Apart},
		{"turn: wait", r.Turn.Wait},
		{"turn: model", r.Turn.Model},
		{"turn: post", r.Turn.Post},
		{"turn: whole", r.Turn.Whole},
	} {
		if t := row.times; t.Count > 0 {
			fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t\n", row.name, t.Count, brief(t.P50), brief(t.P90), brief(t.P99), brief(t.P999), brief(t.Max))
		}
	}
	table.Flush() // into memory
	fmt.Fprintf(&b, "most: RSS %d MiB, heap %d MiB, %d goroutines, %d files, GC pause %s; %d collections, CPU %s, %s a line\n",
		r.Most.RSS>>20, r.Most.Heap>>20, r.Most.Goroutines, r.Most.Files, brief(r.Most.Pause), r.Most.GC, r.Most.CPU.Round(10*time.Millisecond), brief(r.Line))
	for _, s := range r.Shares {
		fmt.Fprintf(&b, "      %s, process %d: RSS %d MiB, CPU %s, %s a line\n",
			s.Name, s.PID, s.RSS>>20, s.CPU.Round(10*time.Millisecond), brief(s.CPU/time.Duration(max(r.Lines.Accepted, 1))))
	}
	for _, note := range r.Notes {
		fmt.Fprintln(&b, note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r Report) accounts(b *strings.Builder) {
	l, a := r.Lines, r.Answers
	fmt.Fprintf(b, "lines:   %d said, %d accepted, %d decided, %d lost, %d doubled, %d out of order", l.Said, l.Accepted, l.Decided, l.Waiting, l.Doubled, l.OrderBreak)
	others(b, []other{{"said again", l.Again}, {"turned away", l.TurnedAway}, {"excused", l.Excused}, {"shed", l.Shed}, {"repeated", l.Repeated}, {"questions unasked", l.Unasked}, {"made up", l.Unknown}})
	fmt.Fprintf(b, "answers: %d called, %d answered, %d unanswered, %d doubled; %d posts", a.Called, a.Answered, a.Waiting, a.Doubled, a.Posts)
	rest := []other{{"excused", a.Excused}, {"wait for a model that hangs", a.Hanging}}
	for _, why := range slices.Sorted(maps.Keys(a.Declined)) {
		rest = append(rest, other{"declined by " + why, a.Declined[why]})
	}
	others(b, rest)
}

// An other is a count that is worth a word only when there are any.
type other struct {
	name  string
	count uint64
}

func others(b *strings.Builder, all []other) {
	for _, o := range all {
		if o.count > 0 {
			fmt.Fprintf(b, "; %d %s", o.count, o.name)
		}
	}
	b.WriteByte('\n')
}

// String returns a sample as one line of progress.
func (s Sample) String() string {
	return fmt.Sprintf("%4ds  %d said, %d waiting, p50 %s, p99 %s, RSS %d MiB, %d goroutines, %d files",
		int(s.At.Seconds()+0.5), s.Said, s.Said-min(s.Said, s.Decided), brief(s.Decision.P50), brief(s.Decision.P99), s.Vitals.RSS>>20, s.Vitals.Goroutines, s.Vitals.Files)
}

// brief returns a duration with three digits or so.
func brief(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= 10*time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(10 * time.Microsecond).String()
}
