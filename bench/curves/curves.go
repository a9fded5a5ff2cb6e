// Command curves draws what BenchmarkCurve says:
//
//	go test ./bench -run XXX -bench Curve -benchtime 100000x -count 3 | go run ./bench/curves >docs/curves.svg
//
// Each panel is the CPU time of a line over one thing, both on scales of
// logarithms: through the host, and by Step alone, which is the floor. Of several
// runs the median is drawn.
package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"familiar/lab/chart"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(from io.Reader, to io.Writer) error {
	panels, err := read(from)
	if err != nil {
		return err
	}
	return draw(to, panels)
}

// A panel is what a line costs over one thing.
type panel struct {
	over   string
	curves map[string][]cost // by who steps the lines
}

// A cost is that of a line where there are n of what it is measured over, in µs.
type cost struct {
	n    int
	runs []float64
}

func (c cost) median() float64 {
	sorted := slices.Sorted(slices.Values(c.runs))
	return sorted[len(sorted)/2]
}

var result = regexp.MustCompile(`^BenchmarkCurve/over=([a-z-]+)/n=(\d+)/by=([a-z]+)\S*\s.*?([\d.]+) cpu-µs/line`)

// read takes the results out of what go test says.
func read(from io.Reader) (panels []panel, _ error) {
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		found := result.FindStringSubmatch(lines.Text())
		if found == nil {
			continue
		}
		n, err := strconv.Atoi(found[2])
		if err != nil {
			return nil, err
		}
		µs, err := strconv.ParseFloat(found[4], 64)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(panels, func(p panel) bool { return p.over == found[1] })
		if i < 0 {
			i, panels = len(panels), append(panels, panel{over: found[1], curves: map[string][]cost{}})
		}
		panels[i].add(found[3], n, µs)
	}
	if len(panels) == 0 && lines.Err() == nil {
		return nil, errors.New("no result of BenchmarkCurve in it")
	}
	return panels, lines.Err()
}

func (p *panel) add(by string, n int, µs float64) {
	curve := p.curves[by]
	i, known := slices.BinarySearchFunc(curve, n, func(c cost, n int) int { return cmp.Compare(c.n, n) })
	if !known {
		curve = slices.Insert(curve, i, cost{n: n})
	}
	curve[i].runs = append(curve[i].runs, µs)
	p.curves[by] = curve
}

const (
	left, top  = 46.0, 70.0
	wide, high = chart.Side + 90, chart.Side + 120
	across     = 3 // panels beside one another
)

func draw(to io.Writer, panels []panel) error {
	rows := (len(panels) + across - 1) / across
	d := chart.Begin(to, wide*min(across, float64(len(panels))), 30+high*float64(rows), "CPU time of a line, in µs, over what it depends on")
	d.Text(chart.Point{X: left, Y: 26}, "t", "CPU time of a line in µs: through the host (dots), by Step alone (crosses)")
	for i, p := range panels {
		p.draw(d, chart.Square{X: left + wide*float64(i%across), Y: top + high*float64(i/across)})
	}
	return d.End()
}

func (p *panel) draw(d *chart.Drawing, q chart.Square) {
	all := slices.Concat(p.curves["host"], p.curves["step"])
	first := slices.MinFunc(all, func(a, b cost) int { return cmp.Compare(a.n, b.n) }).n
	last := slices.MaxFunc(all, func(a, b cost) int { return cmp.Compare(a.n, b.n) }).n
	most := slices.MaxFunc(all, func(a, b cost) int { return cmp.Compare(a.median(), b.median()) }).median()
	x, y := scale{float64(first), float64(last)}, scale{0.5, math.Pow(10, math.Ceil(math.Log10(most)))}
	d.Axes(q, x.axis(strings.ReplaceAll(p.over, "-", " ")), y.axis(""))
	for _, by := range []string{"host", "step"} {
		var line []chart.Point
		for _, c := range p.curves[by] {
			at := q.At(x.share(float64(c.n)), y.share(c.median()))
			says := fmt.Sprintf("%d: %.2f µs", c.n, c.median())
			if line = append(line, at); by == "host" {
				d.Dot("dot", at, 4, says)
			} else {
				d.Text(chart.Point{X: at.X - 4, Y: at.Y + 4}, "s", "×")
			}
		}
		d.Line(map[string]string{"host": "line", "step": "ideal"}[by], line)
	}
}

// A scale is of logarithms, from one number to another.
type scale struct{ from, to float64 }

func (s scale) share(n float64) float64 {
	if s.from == s.to {
		return 0
	}
	return (math.Log(n) - math.Log(s.from)) / (math.Log(s.to) - math.Log(s.from))
}

// axis returns the scale with powers of ten, and the steps of two and five between
// them where there are few.
func (s scale) axis(name string) chart.Axis {
	steps := []float64{1, 2, 5}
	if s.to/s.from > 1000 {
		steps = steps[:1]
	}
	a := chart.Axis{Name: name}
	for power := math.Pow(10, math.Floor(math.Log10(s.from))); power <= s.to; power *= 10 {
		for _, step := range steps {
			if n := power * step; n >= s.from && n <= s.to {
				a.Ticks = append(a.Ticks, chart.Tick{At: s.share(n), Text: strconv.FormatFloat(n, 'f', -1, 64)})
			}
		}
	}
	return a
}
