package tune

import (
	_ "embed"
	"fmt"

	"familiar/internal/markup"
)

// style is the report's.
//
//go:embed page.css
var style string

// page writes the whole document: no script, nothing from elsewhere.
func page(w *markup.Writer, reports []*Report) {
	w.Markup(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`)
	w.Element("title", reports[0].Recording+" - familiar tune")
	w.Markup("\n")
	w.Style("\n" + style)
	w.Markup("\n</head>\n<body>\n<p>familiar · tune</p>\n")
	w.Element("h1", reports[0].Recording)
	w.Markup("\n")
	for _, r := range reports {
		r.section(w)
	}
	w.Markup("</body>\n</html>\n")
}

// section writes one report.
func (r *Report) section(w *markup.Writer) {
	if r.Familiar != "" || r.In != "" {
		w.Element("h2", r.Title())
	}
	w.Markup("\n<p>")
	of := r.where()
	w.Textf("%d lines, %d familiars, judge %s. %s %s", r.Lines, r.Familiars, r.Judge, of[0], of[1])
	w.Markup("</p>\n")
	for _, t := range r.Trials {
		w.Element("p", t.String())
		w.Markup("\n")
	}
	w.Element("p", r.verdict())
	w.Markup("\n")
	r.drawing(w)
	r.table(w)
}

// drawing writes a dot for each setting.
func (r *Report) drawing(w *markup.Writer) {
	wide, high := fmt.Sprint(plotWide), fmt.Sprint(plotHigh)
	w.Markup(`<svg viewBox="-70 -30 820 450" role="img" aria-label="Settings: interruptions to the right, missed lines upwards, the larger the dearer">
<line class="axis" x1="0"`)
	w.Attribute("y1", high)
	w.Attribute("x2", wide)
	w.Attribute("y2", high)
	w.Markup(`/><line class="axis" x1="0" y1="0" x2="0"`)
	w.Attribute("y2", high)
	w.Markup("/>\n<text")
	w.Attribute("x", wide)
	w.Attribute("y", high)
	w.Markup(` dy="42" text-anchor="end">interruptions →</text><text x="-8" y="-12">missed ↓ is better</text>
`)
	r.numbers(w)
	for _, d := range r.dots() {
		w.Markup("<circle")
		w.Attribute("cx", fmt.Sprintf("%.1f", plotWide*d.Across))
		w.Attribute("cy", fmt.Sprintf("%.1f", plotHigh*(1-d.Up)))
		w.Attribute("r", fmt.Sprintf("%.1f", d.Radius))
		if d.Named {
			w.Attribute("class", "named")
		}
		w.Markup(">")
		w.Element("title", d.Label)
		w.Markup("</circle>\n")
	}
	w.Markup("</svg>\n")
}

// numbers writes those of the axes.
func (r *Report) numbers(w *markup.Writer) {
	across, up, _ := r.most()
	for i, tick := range axisOf("", across).Ticks {
		upward := axisOf("", up).Ticks[i]
		w.Markup("<text")
		w.Attribute("x", fmt.Sprintf("%.1f", plotWide*tick.At))
		w.Attribute("y", fmt.Sprint(plotHigh))
		w.Markup(` dy="20" text-anchor="middle">`)
		w.Text(tick.Text)
		w.Markup("</text><text")
		w.Attribute("y", fmt.Sprintf("%.1f", plotHigh*(1-upward.At)))
		w.Markup(` x="-8" dy="4" text-anchor="end">`)
		w.Text(upward.Text)
		w.Markup("</text>\n")
	}
}

// table writes a row for each setting.
func (r *Report) table(w *markup.Writer) {
	w.Markup(`<div class="scroll"><table>
<thead><tr><th>missed</th><th>interrupts</th>`)
	w.Element("th", r.unit())
	w.Markup(`<th>P</th><th>R</th><th>F1</th><th>setting</th></tr></thead>
<tbody>
`)
	for _, row := range r.Rows {
		f := row.Figures()
		w.Markup("<tr>")
		for _, cell := range []string{
			fmt.Sprint(f.Misses), fmt.Sprint(f.Interruptions), r.cost(f),
			fmt.Sprintf("%.3f", f.P), fmt.Sprintf("%.3f", f.R), fmt.Sprintf("%.3f", f.F1),
		} {
			w.Element("td", cell)
		}
		w.Markup("<td>")
		for _, name := range row.Names {
			w.Element("b", name)
			w.Markup(" ")
		}
		for _, turned := range row.Turned {
			w.Element("code", turned.Key+" = "+turned.Value)
			w.Markup(" ")
		}
		w.Markup("</td></tr>\n")
	}
	w.Markup("</tbody>\n</table></div>\n")
}
