package cast

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"familiar/internal/markup"
)

const (
	rows   = 24              // that are seen at once
	column = 7.23            // width of a letter, in pixels
	row    = 17              // height of a line
	margin = 12              // around all
	rest   = 6 * time.Second // after the last line, before it begins again
)

// A run is text of one colour.
type run struct {
	class string // "": as usual
	text  string
}

// colour is an order of colour as terminals take it.
var colour = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// classes are the colours that are drawn; any other is drawn as usual.
var classes = map[string]string{"32": "g", "1;32": "s", "33": "y", "35": "m", "90": "d", "36": "c", "31": "r", "1": "b"}

// runs takes a line apart into its colours.
func runs(line string) (all []run) {
	class, from := "", 0
	add := func(text string) {
		if text != "" {
			all = append(all, run{class, text})
		}
	}
	for _, at := range colour.FindAllStringSubmatchIndex(line, -1) {
		add(line[from:at[0]])
		class, from = classes[line[at[2]:at[3]]], at[1]
	}
	add(line[from:])
	return all
}

// wrap cuts what is longer than a row.
func wrap(line []run, width int) (all [][]run) {
	var now []run
	left := width
	for _, r := range line {
		letters := []rune(r.text)
		for len(letters) > left {
			now = append(now, run{r.class, string(letters[:left])})
			letters = letters[left:]
			all, now, left = append(all, now), nil, width
		}
		if len(letters) > 0 {
			now, left = append(now, run{r.class, string(letters)}), left-len(letters)
		}
	}
	return append(all, now)
}

// A placed row is one row and when it appears.
type placed struct {
	at   time.Duration
	text []run
}

// Draw returns the cast as an SVG that plays again and again. Where nothing moves,
// or the reader doesn't want that, it shows the end.
func (c Cast) Draw() ([]byte, error) {
	var all []placed
	for _, l := range c.Lines {
		for _, text := range wrap(runs(l.Text), c.Width) {
			all = append(all, placed{l.At, text})
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("cast: there is nothing to draw")
	}
	whole := all[len(all)-1].at + rest
	percent := func(at time.Duration) string { return fmt.Sprintf("%.2f", 100*at.Seconds()/whole.Seconds()) }
	width, height := float64(c.Width)*column+2*margin, float64(min(rows, len(all))*row+2*margin)

	var w markup.Writer
	w.Markup(`<svg xmlns="http://www.w3.org/2000/svg" role="img"`)
	w.Attribute("viewBox", fmt.Sprintf("0 0 %.0f %.0f", width, height))
	w.Attribute("width", fmt.Sprintf("%.0f", width))
	w.Attribute("height", fmt.Sprintf("%.0f", height))
	w.Markup(">\n")
	w.Element("title", c.Title)
	w.Markup("\n")
	var style strings.Builder
	up := func(n int) int { return -max(0, n-rows) * row }
	style.WriteString("\n" + look)
	fmt.Fprintf(&style, ".all { transform: translateY(%dpx); }\n", up(len(all)))
	fmt.Fprintf(&style, "@media (prefers-reduced-motion: no-preference) {\n.l, .all { animation-duration: %.2fs; animation-timing-function: step-end; animation-iteration-count: infinite; }\n.all { animation-name: up; }\n}\n", whole.Seconds())
	style.WriteString("@keyframes up { 0% { transform: translateY(0); }")
	for i, p := range all {
		if i >= rows && (i+1 == len(all) || all[i+1].at != p.at) {
			fmt.Fprintf(&style, " %s%% { transform: translateY(%dpx); }", percent(p.at), up(i+1))
		}
	}
	style.WriteString(" }\n")
	for i, p := range all {
		if p.at > 0 && (i == 0 || all[i-1].at != p.at) {
			fmt.Fprintf(&style, "@keyframes k%d { 0%% { opacity: 0; } %s%% { opacity: 1; } }\n.k%d { animation-name: k%d; }\n", p.at.Milliseconds(), percent(p.at), p.at.Milliseconds(), p.at.Milliseconds())
		}
	}
	w.Style(style.String())
	w.Markup("\n<rect class=\"back\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n<svg")
	w.Attribute("x", fmt.Sprint(margin))
	w.Attribute("y", fmt.Sprint(margin))
	w.Attribute("width", fmt.Sprintf("%.0f", width-2*margin))
	w.Attribute("height", fmt.Sprintf("%.0f", height-2*margin))
	w.Markup(">\n<g class=\"all\">\n")
	for i, p := range all {
		drawRow(&w, i, p)
	}
	w.Markup("</g>\n</svg>\n</svg>\n")
	return w.Bytes()
}

func drawRow(w *markup.Writer, i int, p placed) {
	w.Markup("<text")
	w.Attribute("y", fmt.Sprint(i*row+13))
	if p.at > 0 {
		w.Attribute("class", fmt.Sprintf("l k%d", p.at.Milliseconds()))
	}
	w.Markup(">")
	for _, r := range p.text {
		if r.class == "" {
			w.Text(r.text)
			continue
		}
		w.Markup("<tspan")
		w.Attribute("class", r.class)
		w.Markup(">")
		w.Text(r.text)
		w.Markup("</tspan>")
	}
	w.Markup("</text>\n")
}

// look is how a terminal looks.
const look = `text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #d5d8de; }
.back { fill: #16181d; }
.g, .s { fill: #6cc97a; } .s, .b { font-weight: bold; } .y { fill: #e0b458; } .m { fill: #d68fd6; } .c { fill: #62c1d0; } .r { fill: #e5706b; } .d { fill: #7d838f; }
`
