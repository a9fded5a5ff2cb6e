package eval

import (
	"fmt"
	"math"
	"strings"

	"familiar/lab/fit"
)

// coldLines is how many lines of a channel a cold start has behind it.
const coldLines = 200

// A ColdStart is what estimates are worth in channels that began with nothing: on
// the lines for nobody in particular that come behind the first 200 of each. What a
// seat knows of its channel it has from those.
type ColdStart struct {
	Lines        int     `json:"lines"`
	Loss         Measure `json:"log_loss"`          // mean of −ln of what the estimate gave to what happened
	ChannelLoss  Measure `json:"channel_log_loss"`  // the same, had each estimate been the share of answers in the channel, which is known in hindsight only
	FamiliarLoss Measure `json:"familiar_log_loss"` // the same of the share that the familiar answered there
	Tenths       []Tenth `json:"reliability"`
}

// late returns the rows that come so late that they count for a cold start.
func (e *evaluation) late() []int {
	var late []int
	for i := range e.rows.Rows {
		if r := &e.rows.Rows[i]; !r.Addressed && e.corpus.Slice(e.rows.Slice(i)).Before(r.Line) >= coldLines {
			late = append(late, i)
		}
	}
	return late
}

// coldStart measures one by those rows; nil where there are none.
func coldStart(rows *fit.Set, estimates []float64, late []int) *ColdStart {
	if len(late) == 0 {
		return nil
	}
	c := &ColdStart{Lines: len(late), Tenths: tenths(fit.ReliabilityOf(rows, estimates, late))}
	channels, familiars := make(shares[string]), make(shares[int32])
	for _, i := range late {
		channels.add(rows.Slice(i), rows.Rows[i].Positive)
		familiars.add(rows.Rows[i].Part, rows.Rows[i].Positive)
	}
	for _, i := range late {
		answered := rows.Rows[i].Positive
		c.Loss += logLoss(estimates[i], answered) / Measure(c.Lines)
		c.ChannelLoss += logLoss(channels.of(rows.Slice(i)), answered) / Measure(c.Lines)
		c.FamiliarLoss += logLoss(familiars.of(rows.Rows[i].Part), answered) / Measure(c.Lines)
	}
	return c
}

// shares are how many lines of each there are, and how many of them were answered.
type shares[K comparable] map[K][2]int

func (s shares[K]) add(k K, answered bool) {
	n := s[k]
	s[k] = [2]int{n[0] + 1, n[1] + one(answered)}
}

func (s shares[K]) of(k K) float64 { return share(s[k][1], s[k][0]) }

// logLoss is −ln of what an estimate gave to what happened.
func logLoss(p float64, happened bool) Measure {
	if !happened {
		p = 1 - p
	}
	return Measure(-math.Log(max(p, 1e-9)))
}

// leastInTenth is of how many lines a tenth must be to be shown.
const leastInTenth = 50

// write writes it for a terminal: beside how far a tenth is off stands how far it would
// be, in 95 of 100 such recordings, if each estimate in it were right.
func (c *ColdStart) write(b *strings.Builder) {
	fmt.Fprintf(b, "\ncold start, %d lines for nobody in particular behind the first %d of each channel\n", c.Lines, coldLines)
	fmt.Fprintf(b, "log loss %s: %s below the one of each channel's share of answers, %s below that of each familiar's there, both known in hindsight only\n", c.Loss.text(4), below(c.Loss, c.ChannelLoss), below(c.Loss, c.FamiliarLoss))
	fmt.Fprintf(b, "%-12s  %6s  %8s  %5s  %s\n", "estimate", "lines", "answered", "off", "right ones would be, by chance")
	for i, t := range c.Tenths {
		if t.Lines < leastInTenth {
			continue
		}
		n := float64(t.Lines)
		p := float64(t.Expected) / n
		fmt.Fprintf(b, ".%d to %.1f     %6d  %8.3f  %5.3f  up to %.3f\n", i, float64(i+1)/10, t.Lines, float64(t.Answered)/n, math.Abs(float64(t.Answered)/n-p), 1.96*math.Sqrt(p*(1-p)/n))
	}
}

// below says by how much a loss is below another, of which there is none where all lines
// went the same way.
func below(loss, other Measure) string {
	if other == 0 {
		return "not"
	}
	return fmt.Sprintf("%.0f %%", 100*(1-float64(loss/other)))
}
