// Package chart draws squares with axes, lines and dots as one self-contained
// SVG, in colours for light and dark. Packages of lab that plot what they
// measured call it; it knows nothing of what is drawn.
package chart

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"familiar/internal/markup"
)

// Side is the side of a square, in SVG's pixels.
const Side = 320.0

// style has the classes of texts, s for the lesser ones and t for titles, and of
// what is drawn: ideal, line, whisker, dot and mark.
const style = `text{font:12px system-ui,sans-serif;fill:#24232a}.t{font-weight:600;font-size:14px}.s{fill:#66636e}
.bg{fill:#fdfcfb}.axis{stroke:#c9c4bf;fill:none}.ideal{stroke:#a7a29c;stroke-dasharray:4 4;fill:none}
.line{stroke:#5450cf;stroke-width:2;fill:none}.dot{fill:#5450cf}.mark{fill:#b3261e}.whisker{stroke:#b3261e;stroke-opacity:.45;fill:none}
@media (prefers-color-scheme:dark){text{fill:#e9e7ee}.s{fill:#a3a0ad}.bg{fill:#16161a}.axis{stroke:#45454f}.ideal{stroke:#66636e}.line{stroke:#a3a0ff}.dot{fill:#a3a0ff}.mark{fill:#ff9a92}.whisker{stroke:#ff9a92}}`

// A Drawing is an SVG that is being written.
type Drawing struct{ b *bufio.Writer }

// Begin begins a drawing of that size. title is for who can't see it; it is
// escaped, as is every text.
func Begin(w io.Writer, width, height float64, title string) *Drawing {
	d := &Drawing{bufio.NewWriter(w)}
	fmt.Fprintf(d.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" role="img"><title>%s</title><style>%s</style>`+"\n", width, height, markup.Escape(title), style)
	fmt.Fprintf(d.b, `<rect class="bg" width="%.0f" height="%.0f"/>`+"\n", width, height)
	return d
}

// End ends the drawing. The error is the writer's.
func (d *Drawing) End() error {
	fmt.Fprintln(d.b, `</svg>`)
	return d.b.Flush()
}

// Text writes a text; class "" is the usual one.
func (d *Drawing) Text(at Point, class, text string) {
	fmt.Fprintf(d.b, `<text class="%s" x="%.1f" y="%.1f">%s</text>`+"\n", class, at.X, at.Y, markup.Escape(text))
}

// Line draws a line through the points.
func (d *Drawing) Line(class string, points []Point) {
	var all strings.Builder
	for _, p := range points {
		fmt.Fprintf(&all, " %.1f,%.1f", p.X, p.Y)
	}
	fmt.Fprintf(d.b, `<polyline class="%s" points="%s"/>`+"\n", class, strings.TrimSpace(all.String()))
}

// Dot draws a dot, with what is said of it while the mouse is over it.
func (d *Drawing) Dot(class string, at Point, radius float64, says string) {
	fmt.Fprintf(d.b, `<circle class="%s" cx="%.1f" cy="%.1f" r="%.0f"><title>%s</title></circle>`+"\n", class, at.X, at.Y, radius, markup.Escape(says))
}
