package tune

import (
	"fmt"
	"io"
	"strings"

	"familiar/lab/chart"
)

// How a panel of the plot is laid out, in SVG's pixels.
const (
	panelLeft   = 60.0
	panelTop    = 72.0
	panelWidth  = chart.Side + 320
	panelHeight = chart.Side + 130
	lineHigh    = 18.0
)

// Plot writes reports as one self-contained SVG, a panel for each: a dot for each
// setting, interruptions to the right and misses upwards, the larger the dearer.
func Plot(w io.Writer, reports ...*Report) error {
	d := chart.Begin(w, panelWidth, panelHeight*float64(len(reports)), reports[0].Recording+": misses over interruptions of settings that were tried")
	for i, r := range reports {
		r.panel(d, panelHeight*float64(i))
	}
	if err := d.End(); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	return nil
}

func (r *Report) panel(d *chart.Drawing, top float64) {
	at := chart.Square{X: panelLeft, Y: top + panelTop}
	across, up, _ := r.most()
	d.Text(chart.Point{X: panelLeft, Y: top + 24}, "t", r.Title())
	d.Text(chart.Point{X: panelLeft, Y: top + 42}, "s", fmt.Sprintf("%d lines, judge %s; the larger a dot, the dearer its setting", r.Lines, r.Judge))
	d.Axes(at, axisOf("interruptions", across), axisOf("missed lines", up))
	beside := at.Y
	for i, dot := range r.dots() {
		class := "dot"
		if dot.Named {
			class = "mark"
		}
		d.Dot(class, at.At(dot.Across, dot.Up), dot.Radius/2, dot.Label)
		if row := r.Rows[i]; dot.Named {
			f := row.Figures()
			beside += lineHigh
			d.Text(chart.Point{X: at.X + chart.Side + 24, Y: beside}, "", fmt.Sprintf("%s: %d, %d", strings.Join(row.Names, ", "), f.Interruptions, f.Misses))
		}
	}
}
