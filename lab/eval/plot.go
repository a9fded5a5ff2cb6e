package eval

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"familiar/lab/chart"
	"familiar/lab/fit"
)

// Where the parts of a panel are, from its upper left corner.
const (
	panelWidth  = 1190.0
	panelHeight = 462.0
	firstLeft   = 60.0
	secondLeft  = firstLeft + chart.Side + 90
	listLeft    = secondLeft + chart.Side + 36
	squareTop   = 76.0
)

// plotted are the gates that are dots beside the curve, by the names of their
// rows: what a familiar may do in earnest, a line a wake-up. Oracles aren't to
// be had, and a row that may cover several lines with one call earns by it.
var plotted = []string{
	"mention or reply", "odds alone",
	"social, no judge strict", "social, noisy judge strict",
	"social, odds off, no judge strict", "social, odds off, noisy judge strict",
	"ladder strict", "ladder, a credit is spent once strict",
	"chatty, noisy judge strict", "relevance, noisy judge strict",
}

// Plot writes one self-contained SVG, a panel for each record of who answered:
// how estimates and answers agree, and what F1 the calls to a judge buy. title
// is text from outside and escaped.
func (t *Table) Plot(w io.Writer, title string) error {
	tables := append([]*Table{t}, t.Beside...)
	d := chart.Begin(w, panelWidth, panelHeight*float64(len(tables)), title+": reliability of the estimate, and F1 over judge calls a reply")
	for i, table := range tables {
		table.panel(d, panelHeight*float64(i), title)
	}
	return d.End()
}

// panel draws what a table shows, so far from the top.
func (t *Table) panel(d *chart.Drawing, top float64, title string) {
	d.Text(chart.Point{X: firstLeft, Y: top + 24}, "t", strings.Trim(title+", by "+cmp.Or(t.Gold, "gold.jsonl"), ", "))
	var from []string
	for _, s := range t.Sources {
		from = append(from, s.String())
	}
	d.Text(chart.Point{X: firstLeft, Y: top + 43}, "s", strings.Join(from, "; "))
	dots := t.dots()
	if t.Figure == nil {
		d.Text(chart.Point{X: firstLeft, Y: top + squareTop}, "", "nothing to plot: there are no estimates that may be measured here, or no replies")
		return
	}
	tenths := make([]fit.Tenth, len(t.Figure.Tenths))
	for i, f := range t.Figure.Tenths {
		tenths[i] = fit.Tenth{Rows: f.Lines, Expected: float64(f.Expected), Answered: f.Answered}
	}
	fit.PlotTenths(d, chart.Square{X: firstLeft, Y: top + squareTop}, tenths)
	t.plotCosts(d, chart.Square{X: secondLeft, Y: top + squareTop}, dots)
	t.list(d, chart.Point{X: listLeft, Y: top + squareTop + 6}, dots)
}

// dots returns the rows of plotted that there are.
func (t *Table) dots() []*Row {
	var dots []*Row
	for _, name := range plotted {
		if i := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Name == name }); i >= 0 {
			dots = append(dots, &t.Rows[i])
		}
	}
	return dots
}

// calls is the scale of calls a reply: the logarithm, of one more since many
// gates make none.
type calls float64

func (most calls) share(perReply Measure) float64 {
	return math.Log1p(float64(perReply)) / math.Log1p(float64(most))
}

// axis returns the axis, with round numbers.
func (most calls) axis() chart.Axis {
	a := chart.Axis{Name: "judge calls a reply"}
	for _, n := range []float64{0, 1, 2, 5, 10, 20, 50, 100, 200, 500} {
		if n <= float64(most) {
			a.Ticks = append(a.Ticks, chart.Tick{At: most.share(Measure(n)), Text: fmt.Sprintf("%.0f", n)})
		}
	}
	return a
}

// plotCosts draws the curve and, with their intervals, the gates.
func (t *Table) plotCosts(d *chart.Drawing, q chart.Square, dots []*Row) {
	most := calls(1)
	for _, c := range t.Figure.Costs {
		most = max(most, calls(c.EvalsPerReply))
	}
	for _, r := range dots {
		most = max(most, calls(r.EvalsPerReply))
	}
	d.Axes(q, most.axis(), chart.Share("F1"))
	var line []chart.Point
	for _, c := range t.Figure.Costs {
		line = append(line, q.At(most.share(c.EvalsPerReply), float64(c.F1)))
	}
	d.Line("line", line)
	var numbers []chart.Point // where they stand
	for i, r := range dots {
		at := q.At(most.share(r.EvalsPerReply), float64(r.F1))
		if !math.IsNaN(float64(r.F1Low)) {
			d.Line("whisker", []chart.Point{{X: at.X, Y: q.At(0, float64(r.F1Low)).Y}, {X: at.X, Y: q.At(0, float64(r.F1High)).Y}})
		}
		d.Dot("mark", at, 4, fmt.Sprintf("%s: F1 %s, %s judge calls a reply", r.Name, r.F1.text(3), r.EvalsPerReply.text(2)))
		numbers = append(numbers, beside(numbers, chart.Point{X: at.X + 7, Y: at.Y + 4}))
		d.Text(numbers[i], "", fmt.Sprint(i+1))
	}
}

// beside moves a number to the right until it covers none of the others.
func beside(others []chart.Point, at chart.Point) chart.Point {
	for slices.ContainsFunc(others, func(o chart.Point) bool { return math.Abs(o.X-at.X) < 15 && math.Abs(o.Y-at.Y) < 11 }) {
		at.X += 15
	}
	return at
}

// list names the numbers of the dots.
func (t *Table) list(d *chart.Drawing, at chart.Point, dots []*Row) {
	d.Text(at, "s", "line: odds and a judge .90/.05, lower bar moving")
	for i, r := range dots {
		at.Y += 19
		d.Text(at, "", fmt.Sprintf("%d  %s", i+1, r.Name))
		at.Y += 14
		d.Text(chart.Point{X: at.X + 18, Y: at.Y}, "s", fmt.Sprintf("F1 %s (%s), %s calls", r.F1.text(3), between(r.F1Low, r.F1High), r.EvalsPerReply.text(2)))
	}
	d.Text(chart.Point{X: at.X, Y: at.Y + 22}, "s", "strict: a call covers its newest line alone")
}
