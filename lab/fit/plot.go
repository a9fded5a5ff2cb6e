package fit

import (
	"fmt"
	"io"

	"familiar/lab/chart"
)

// The plot: two squares beside each other.
var (
	tenthsAt = chart.Square{X: 60, Y: 72}
	curveAt  = chart.Square{X: tenthsAt.X + chart.Side + 90, Y: 72}
)

// Plot writes one self-contained SVG: how estimates and answers agree, and what
// precision each recall costs. title is text from outside and escaped.
func (f *Figures) Plot(w io.Writer, title string) error {
	d := chart.Begin(w, curveAt.X+chart.Side+30, curveAt.Y+chart.Side+60, title)
	d.Text(chart.Point{X: tenthsAt.X, Y: 24}, "t", title)
	d.Text(chart.Point{X: tenthsAt.X, Y: 42}, "s", fmt.Sprintf("%d lines, %d slices; AUC %.3f and calibration error %.4f on the %d lines that address nobody in question", f.Rows, f.Slices, f.AUC, f.Error, f.Open))
	PlotTenths(d, tenthsAt, f.Tenths[:])
	d.Axes(curveAt, chart.Share("recall"), chart.Share("precision"))
	f.plotCurve(d)
	return d.End()
}

// PlotTenths draws how estimates and answers agree: a dot for each tenth that
// has lines.
func PlotTenths(d *chart.Drawing, at chart.Square, tenths []Tenth) {
	d.Axes(at, chart.Share("estimate"), chart.Share("answered"))
	d.Line("ideal", []chart.Point{at.At(0, 0), at.At(1, 1)})
	var line []chart.Point
	var says []string
	for _, t := range tenths {
		if t.Rows == 0 {
			continue
		}
		line = append(line, at.At(t.Expected/float64(t.Rows), share(t.Answered, t.Rows)))
		says = append(says, fmt.Sprintf("%d lines: %.1f expected, %d answered", t.Rows, t.Expected, t.Answered))
	}
	d.Line("line", line)
	for i := range line {
		d.Dot("dot", line[i], 4, says[i])
	}
}

// mostPoints is how many points of a curve are drawn.
const mostPoints = 600

// plotCurve draws precision over recall, with the points of the gates.
func (f *Figures) plotCurve(d *chart.Drawing) {
	var line []chart.Point
	step := 1 + len(f.Curve)/mostPoints
	for i := 0; i < len(f.Curve); i += step {
		line = append(line, curveAt.At(f.Curve[i].R, f.Curve[i].P))
	}
	d.Line("line", line)
	for _, g := range f.Gates {
		d.Dot("mark", curveAt.At(g.Outcome.recall(), g.Outcome.precision()), 3,
			fmt.Sprintf("%s: P %.3f R %.3f F1 %.3f", g.Name, g.Outcome.precision(), g.Outcome.recall(), g.Outcome.F1()))
	}
}
