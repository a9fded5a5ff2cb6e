package load

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"familiar/lab/load/vitals"
)

// Sizes of the picture, in its own units.
const (
	plotWidth  = 720
	plotHeight = 150
	plotLeft   = 70
	plotTop    = 40
	plotGap    = 60
)

// A curve is one line of a panel: a value for each sample.
type curve struct {
	name, colour string
	of           func(Sample) float64
}

// A panel is a frame with curves that share an axis.
type panel struct {
	unit   string
	curves []curve
}

var panels = []panel{
	{"ms to decision", []curve{
		{"p99", "#c2410c", func(s Sample) float64 { return milliseconds(s.Decision.P99) }},
		{"p50", "#2563eb", func(s Sample) float64 { return milliseconds(s.Decision.P50) }},
	}},
	{"MiB", []curve{
		{"RSS", "#c2410c", func(s Sample) float64 { return mib(s.Vitals.RSS) }},
		{"heap", "#2563eb", func(s Sample) float64 { return mib(s.Vitals.Heap) }},
	}},
	{"count", []curve{
		{"goroutines", "#2563eb", func(s Sample) float64 { return float64(s.Vitals.Goroutines) }},
		{"open files", "#15803d", func(s Sample) float64 { return float64(s.Vitals.Files) }},
	}},
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
func mib(n uint64) float64                 { return float64(n) / (1 << 20) }

// Plot writes latency, memory and counts over time as one SVG picture, which
// refers to nothing else.
func (r Report) Plot(w io.Writer) error {
	var b strings.Builder
	height := plotTop + len(panels)*(plotHeight+plotGap)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#374151">`+"\n", plotLeft+plotWidth+20, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#ffffff"/>`+"\n")
	fmt.Fprintf(&b, `<text x="%d" y="20">%s, %d channels, %d lines in %s: p99 %s, most RSS %d MiB</text>`+"\n",
		plotLeft, r.Plan.Shape, r.Plan.Channels, r.Lines.Said, r.Took.Round(time.Second), brief(r.Latency.Decision.P99), r.Most.RSS>>20)
	for i, p := range panels {
		p.draw(&b, r.Series, plotTop+i*(plotHeight+plotGap))
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (p panel) draw(b *strings.Builder, series []Sample, top int) {
	most := 0.0
	for _, s := range series {
		for _, c := range p.curves {
			most = max(most, c.of(s))
		}
	}
	most = ceiling(most)
	bottom := top + plotHeight
	fmt.Fprintf(b, `<path d="M%d %dV%dH%d" fill="none" stroke="#9ca3af"/>`+"\n", plotLeft, top, bottom, plotLeft+plotWidth)
	for _, part := range []float64{0, 0.5, 1} {
		y := float64(bottom) - part*plotHeight
		fmt.Fprintf(b, `<text x="%d" y="%.0f" text-anchor="end">%.4g</text>`+"\n", plotLeft-6, y+4, part*most)
	}
	fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", plotLeft, top-6, p.unit)
	last := time.Duration(1)
	if n := len(series); n > 0 {
		last = series[n-1].At
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", plotLeft+plotWidth, bottom+16, last.Round(time.Second))
	for i, c := range p.curves {
		fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", plotLeft+110+i*90, top-6, c.colour, c.name)
		fmt.Fprintf(b, `<polyline fill="none" stroke="%s" points="%s"/>`+"\n", c.colour, c.points(thin(series), last, most, bottom))
	}
}

func (c curve) points(series []Sample, last time.Duration, most float64, bottom int) string {
	points := make([]string, len(series))
	for i, s := range series {
		x := plotLeft + plotWidth*float64(s.At)/float64(last)
		points[i] = fmt.Sprintf("%.1f,%.1f", x, float64(bottom)-plotHeight*c.of(s)/most)
	}
	return strings.Join(points, " ")
}

// plotPoints is how many points a curve has at most.
const plotPoints = 1000

// thin makes few samples of many: of each stretch the worst of each value.
func thin(series []Sample) []Sample {
	if len(series) <= plotPoints {
		return series
	}
	thinned := make([]Sample, plotPoints)
	for i := range thinned {
		stretch := series[i*len(series)/plotPoints : (i+1)*len(series)/plotPoints]
		worst := stretch[0]
		for _, s := range stretch[1:] {
			worst.Decision.P50, worst.Decision.P99 = max(worst.Decision.P50, s.Decision.P50), max(worst.Decision.P99, s.Decision.P99)
			worst.Vitals = vitals.Look{
				RSS: max(worst.Vitals.RSS, s.Vitals.RSS), Heap: max(worst.Vitals.Heap, s.Vitals.Heap),
				Goroutines: max(worst.Vitals.Goroutines, s.Vitals.Goroutines), Files: max(worst.Vitals.Files, s.Vitals.Files),
			}
		}
		thinned[i] = worst
	}
	return thinned
}

// ceiling returns the next 1, 2 or 5 with zeros, for the axis.
func ceiling(most float64) float64 {
	if most <= 0 {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(most)))
	for _, step := range []float64{1, 2, 5, 10} {
		if most <= step*unit {
			return step * unit
		}
	}
	return 10 * unit
}
