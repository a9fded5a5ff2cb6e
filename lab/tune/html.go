package tune

import (
	"fmt"
	"io"

	"familiar/internal/markup"
	"familiar/lab/chart"
)

// The drawing's size, in its own units.
const (
	plotWide, plotHigh = 720.0, 360.0
	smallest, largest  = 4.0, 14.0 // radius of the cheapest and of the dearest
)

// A dot is a setting on a drawing: interruptions to the right, misses up.
type dot struct {
	Across, Up float64 // shares of the axes
	Radius     float64
	Named      bool
	Label      string
}

// Page writes reports of one recording as one page that needs nothing else.
func Page(w io.Writer, reports ...*Report) error {
	var to markup.Writer
	page(&to, reports)
	whole, err := to.Bytes()
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	if _, err := w.Write(whole); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	return nil
}

// most returns the ends of the axes, and the highest cost.
func (r *Report) most() (interruptions, misses, cost float64) {
	for _, row := range r.Rows {
		f := row.Figures()
		interruptions, misses, cost = max(interruptions, float64(f.Interruptions)), max(misses, float64(f.Misses)), max(cost, f.Cost)
	}
	return roundUp(interruptions), roundUp(misses), cost
}

// ticks is how many numbers an axis has beside its zero.
const ticks = 4

// axisOf returns the axis of a number from 0 to most.
func axisOf(name string, most float64) chart.Axis {
	a := chart.Axis{Name: name}
	for i := range ticks + 1 {
		share := float64(i) / ticks
		a.Ticks = append(a.Ticks, chart.Tick{At: share, Text: fmt.Sprintf("%.0f", most*share)})
	}
	return a
}

// roundUp returns the next number whose quarters are whole, of few digits.
func roundUp(n float64) float64 {
	for unit := float64(ticks); ; unit *= 10 {
		for _, by := range []float64{1, 2, 5} {
			if n <= unit*by {
				return unit * by
			}
		}
	}
}

func (r *Report) dots() []dot {
	wide, high, dear := r.most()
	dots := make([]dot, len(r.Rows))
	for i, row := range r.Rows {
		f := row.Figures()
		dots[i] = dot{
			Across: float64(f.Interruptions) / wide,
			Up:     float64(f.Misses) / high,
			Radius: smallest,
			Named:  len(row.Names) > 0,
			Label:  fmt.Sprintf("%s: %d missed, %d interruptions, %s %s", row, f.Misses, f.Interruptions, r.cost(f), r.unit()),
		}
		if dear > 0 {
			dots[i].Radius += (largest - smallest) * f.Cost / dear
		}
	}
	return dots
}
