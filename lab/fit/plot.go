package fit

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"familiar/internal/markup"
)

// The plot: two squares beside each other, in SVG's pixels.
const (
	side   = 320.0
	left   = 60.0
	second = left + side + 90
	top    = 72.0
)

// plotStyle has colours for light and dark.
const plotStyle = `text{font:12px system-ui,sans-serif;fill:#24232a}.t{font-weight:600;font-size:14px}.s{fill:#66636e}
.bg{fill:#fdfcfb}.axis{stroke:#c9c4bf;fill:none}.ideal{stroke:#a7a29c;stroke-dasharray:4 4;fill:none}
.line{stroke:#5450cf;stroke-width:2;fill:none}.dot{fill:#5450cf}.mark{fill:#b3261e}
@media (prefers-color-scheme:dark){text{fill:#e9e7ee}.s{fill:#a3a0ad}.bg{fill:#16161a}.axis{stroke:#45454f}.ideal{stroke:#66636e}.line{stroke:#a3a0ff}.dot{fill:#a3a0ff}.mark{fill:#ff9a92}}`

// Plot writes one self-contained SVG: how estimates and answers agree, and what
// precision each recall costs. title is text from outside and escaped.
func (f *Figures) Plot(w io.Writer, title string) error {
	b := bufio.NewWriter(w)
	width, height := second+side+30, top+side+60
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" role="img"><title>%s</title><style>%s</style>`+"\n", width, height, markup.Escape(title), plotStyle)
	fmt.Fprintf(b, `<rect class="bg" width="%.0f" height="%.0f"/>`+"\n", width, height)
	write(b, left, 24, "t", title)
	write(b, left, 42, "s", fmt.Sprintf("%d lines, %d slices; AUC %.3f and calibration error %.4f on the %d lines that address nobody in question", f.Rows, f.Slices, f.AUC, f.Error, f.Open))
	axes(b, left, "estimate", "answered")
	f.plotTenths(b)
	axes(b, second, "recall", "precision")
	f.plotCurve(b)
	fmt.Fprintln(b, `</svg>`)
	return b.Flush()
}

// plotTenths draws a dot for each tenth that has lines.
func (f *Figures) plotTenths(b *bufio.Writer) {
	fmt.Fprintf(b, `<path class="ideal" d="M%.1f %.1fL%.1f %.1f"/>`+"\n", left, top+side, left+side, top)
	var line strings.Builder
	var dots strings.Builder
	for _, t := range f.Tenths {
		if t.Rows == 0 {
			continue
		}
		expected, answered := t.Expected/float64(t.Rows), share(t.Answered, t.Rows)
		fmt.Fprintf(&line, " %.1f,%.1f", left+side*expected, top+side*(1-answered))
		fmt.Fprintf(&dots, `<circle class="dot" cx="%.1f" cy="%.1f" r="4"><title>%d lines: %.1f expected, %d answered</title></circle>`+"\n",
			left+side*expected, top+side*(1-answered), t.Rows, t.Expected, t.Answered)
	}
	fmt.Fprintf(b, `<polyline class="line" points="%s"/>`+"\n%s", strings.TrimSpace(line.String()), dots.String())
}

// mostPoints is how many points of a curve are drawn.
const mostPoints = 600

// plotCurve draws precision over recall, with the points of the gates.
func (f *Figures) plotCurve(b *bufio.Writer) {
	fmt.Fprint(b, `<polyline class="line" points="`)
	step := 1 + len(f.Curve)/mostPoints
	for i := 0; i < len(f.Curve); i += step {
		fmt.Fprintf(b, "%.1f,%.1f ", second+side*f.Curve[i].R, top+side*(1-f.Curve[i].P))
	}
	fmt.Fprintln(b, `"/>`)
	for _, g := range f.Gates {
		fmt.Fprintf(b, `<circle class="mark" cx="%.1f" cy="%.1f" r="3"><title>%s: P %.3f R %.3f F1 %.3f</title></circle>`+"\n",
			second+side*g.Outcome.recall(), top+side*(1-g.Outcome.precision()), markup.Escape(g.Name), g.Outcome.precision(), g.Outcome.recall(), g.Outcome.F1())
	}
}

func axes(b *bufio.Writer, x float64, across, up string) {
	fmt.Fprintf(b, `<path class="axis" d="M%.1f %.1fv%.1fh%.1f"/>`+"\n", x, top, side, side)
	for i := 0; i <= 10; i += 2 {
		at := float64(i) / 10
		write(b, x+side*at-8, top+side+18, "s", fmt.Sprintf("%.1f", at))
		write(b, x-28, top+side*(1-at)+4, "s", fmt.Sprintf("%.1f", at))
	}
	write(b, x+side/2-20, top+side+40, "", across)
	write(b, x+6, top-4, "", up)
}

func write(b *bufio.Writer, x, y float64, class, text string) {
	fmt.Fprintf(b, `<text class="%s" x="%.1f" y="%.1f">%s</text>`+"\n", class, x, y, markup.Escape(text))
}
