package loading

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/lab/load"
	"familiar/lab/load/tally"
)

// What the channels without trouble are held to: their p99 is at most so many
// times that of a quiet run. Less than noise is no difference.
const (
	troubleTimes = 2
	troubleNoise = time.Millisecond
)

// A comparison is runs with trouble between two quiet ones, in the order they
// ran. Times count from when a line was handed over: what the driver itself
// was late, on a machine that has other work, is nobody's trouble.
type comparison struct {
	troubles []trouble // "" first, and last
	reports  []load.Report
}

// quiet returns the slower of the quiet runs: on a machine with other work one
// of them says little.
func (c comparison) quiet() (slower tally.Times) {
	for i, r := range c.reports {
		if d := r.Latency.Handed; c.troubles[i] == "" && d.P99 >= slower.P99 {
			slower = d
		}
	}
	return slower
}

// print writes one line a run.
func (c comparison) print(w io.Writer) error {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "one channel's trouble\tdecisions of the others\tp50\tp99\tp99.9\tp99 over quiet\tposted in (p99)\tin that channel: p99\tRSS\t")
	quiet := c.quiet()
	for i, r := range c.reports {
		name := string(c.troubles[i])
		if name == "" {
			name = "none"
		}
		d := r.Latency.Handed
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\t%.2f\t%s\t%s\t%d MiB\t\n", name, d.Count, short(d.P50), short(d.P99), short(d.P999),
			float64(d.P99)/float64(max(1, quiet.P99)), short(r.Turn.Post.P99), short(r.Latency.Apart.P99), r.Most.RSS>>20)
	}
	table.Flush() // into memory
	_, err := io.WriteString(w, b.String())
	return err
}

func short(t time.Duration) time.Duration { return t.Round(10 * time.Microsecond) }

// faults says where others were delayed.
func (c comparison) faults() (faults []string) {
	quiet := c.quiet()
	for i, r := range c.reports {
		if d := r.Latency.Handed; d.P99 > troubleTimes*quiet.P99 && d.P99-quiet.P99 > troubleNoise {
			faults = append(faults, fmt.Sprintf("%s in one channel delays the others: p99 %v, without it %v", c.troubles[i], short(d.P99), short(quiet.P99)))
		}
	}
	return faults
}
