package flame

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"familiar/internal/markup"
)

// Sizes of the picture, in its own units.
const (
	across = 1200 // of the root
	margin = 10
	top    = 78 // below title and legend
)

// What a picture has at most. A frame under 0.1 % would be a hair; of the
// others the widest are drawn, 3,000 of them and 280 kB.
const (
	narrowest = 0.001
	mostBoxes = 3000
	mostBytes = 280_000
)

// style has colours for light and dark.
const style = `text{font:11px ui-monospace,Menlo,Consolas,monospace;fill:#16161a;pointer-events:none}
.t,.k{font-family:system-ui,sans-serif;fill:#24232a}.t{font-weight:600;font-size:14px}.k{font-size:12px}.bg{fill:#fdfcfb}rect{stroke:#fdfcfb;stroke-width:.4}
@media (prefers-color-scheme:dark){.t,.k{fill:#e9e7ee}.bg{fill:#16161a}rect{stroke:#16161a}}`

// Draw writes the graph as one SVG picture that refers to nothing else, the root
// on top. The same graph and title give the same bytes, at most some 300 kB.
func (g *Graph) Draw(w io.Writer, title string) error {
	body, drawn, deepest := g.body()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img"><title>%s</title><style>%s`, across+2*margin, top+row*(deepest+1)+margin, markup.Escape(title), style)
	for _, l := range legend {
		fmt.Fprintf(&b, "\n.%s{fill:%s}", l.class, l.colour)
	}
	fmt.Fprintf(&b, "</style>\n"+`<rect class="bg" width="100%%" height="100%%"/>`+"\n")
	fmt.Fprintf(&b, `<text class="t" x="%d" y="22">%s</text>`+"\n", margin, markup.Escape(cut(title, mostName)))
	fmt.Fprintf(&b, `<text class="k" x="%d" y="41">%s</text>`+"\n", margin, markup.Escape(g.summary(drawn)))
	g.drawLegend(&b)
	b.WriteString(body)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// body draws the widest boxes. What is left out is never above what is drawn: a
// caller is as wide as what it calls, and stands before it.
func (g *Graph) body() (marks string, drawn, deepest int) {
	all := g.Root.boxes(0, 0, narrowest*float64(g.Root.Value), nil)
	slices.SortStableFunc(all, func(a, b box) int { return cmp.Compare(b.Value, a.Value) })
	var body strings.Builder
	for _, b := range all[:min(len(all), mostBoxes)] {
		mark := g.mark(b)
		if body.Len()+len(mark) > mostBytes {
			break
		}
		body.WriteString(mark)
		drawn, deepest = drawn+1, max(deepest, b.depth)
	}
	return body.String(), drawn, deepest
}

func (g *Graph) summary(drawn int) string {
	text := g.amount(g.Root.Value)
	if g.Over > 0 {
		text += " in " + g.Over.Round(time.Millisecond).String()
	}
	if left := g.Root.frames() - drawn; left > 0 {
		text += fmt.Sprintf("; %d narrow frames are left out", left)
	}
	return text + ". A share is of what belongs to the innermost frame that is not the standard library's or the runtime's, if there is one."
}

func (f *Frame) frames() int {
	n := 1
	for _, called := range f.Calls {
		n += called.frames()
	}
	return n
}

// drawLegend has each owner's colour, words and share.
func (g *Graph) drawLegend(b *strings.Builder) {
	for o, l := range legend {
		x := margin + o*across/int(owners)
		fmt.Fprintf(b, `<rect class="%s" x="%d" y="52" width="12" height="12"/><text class="k" x="%d" y="62">%s %.1f %%</text>`+"\n",
			l.class, x, x+18, l.name, 100*g.share(g.owed[o]))
	}
}
