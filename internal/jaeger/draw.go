package jaeger

import (
	"fmt"
	"strings"
	"time"

	"familiar/internal/markup"
)

// told are the attributes that a drawing has, without their first word.
var told = []string{"seat", "act", "rung", "trigger", "outcome", "share", "cause"}

// Title returns a row's span with what it came to.
func (r *Row) Title() string {
	var b strings.Builder
	b.WriteString(r.Name)
	for _, word := range told {
		if v := r.Tag("familiar." + word); v != "" {
			fmt.Fprintf(&b, " %s=%s", word, v)
		}
	}
	if n := r.links(); n > 0 {
		fmt.Fprintf(&b, " links=%d", n)
	}
	return b.String()
}

// Text draws a trace, a line for each span: when it began after the first, how
// long it lasted, and what it is, indented below its parent.
func (t *Trace) Text() string {
	var b strings.Builder
	for _, r := range t.Rows() {
		fmt.Fprintf(&b, "%9s %9s  %s%s\n", ms(r.At), ms(r.Duration), strings.Repeat("  ", r.Depth), r.Title())
	}
	return b.String()
}

func ms(micros int64) string {
	return fmt.Sprintf("%.2fms", float64(micros)/float64(time.Millisecond/time.Microsecond))
}

// The picture's measures, in px.
const (
	margin = 12
	words  = 420 // of the column of titles
	bars   = 480
	line   = 20
	letter = 7 // of a bar's shortest width, and of an indent's half
)

// colours are those of the bars, by the first word of the span's name; they
// read on white and on black.
var colours = map[string]string{
	"receive": "#2f7ed8", "journal": "#7a8794", "decide": "#8e5bd0", "judge": "#c98a10", "turn": "#2f7ed8",
	"compose": "#2e9e5b", "chat": "#c98a10", "execute_tool": "#c98a10", "outbox": "#7a8794", "post": "#d0493f",
}

// SVG draws a trace as a picture that needs nothing from outside: a bar for
// each span, to scale, beside its title.
func (t *Trace) SVG() string {
	rows, whole := t.Rows(), int64(1)
	for _, r := range rows {
		whole = max(whole, r.At+r.Duration)
	}
	width, height := margin+words+bars+90, 2*margin+line*(len(rows)+1)
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"ui-monospace, monospace\" font-size=\"12\">\n", width, height)
	fmt.Fprintf(&b, "<title>One turn, %s from the first span to the last</title>\n", ms(whole))
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", width, height)
	for quarter := range int64(5) {
		x := margin + words + int(quarter)*bars/4
		fmt.Fprintf(&b, "<path d=\"M%d %dV%d\" stroke=\"#dde3e8\"/><text x=\"%d\" y=\"%d\" fill=\"#5b6670\" font-size=\"10\">%d ms</text>\n",
			x, margin+line/2, height-margin, x+3, margin+line/2, whole*quarter/4/1000)
	}
	for i, r := range rows {
		y := margin + line*(i+1)
		x := margin + words + int(r.At*bars/whole)
		wide := max(letter/2, int(r.Duration*bars/whole))
		name, _, _ := strings.Cut(r.Name, " ")
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"#1d252c\">%s</text>", margin+2*letter*r.Depth, y+14, markup.Escape(r.Title()))
		fmt.Fprintf(&b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"12\" rx=\"2\" fill=\"%s\"/>", x, y+4, wide, colours[name])
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"#5b6670\" font-size=\"10\">%s</text>\n", min(x+wide+4, width-60), y+14, ms(r.Duration))
	}
	b.WriteString("</svg>\n")
	return b.String()
}
