package flame

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"familiar/internal/markup"
	"familiar/internal/shorten"
)

// A box is a frame at its place.
type box struct {
	*Frame
	start int64 // of the value left of it
	depth int   // rows above it
}

// Of a box: its row, the letters of its name, and how much of a name is shown
// when the pointer is on it.
const (
	row      = 17
	letter   = 6.7
	indent   = 3
	mostName = 240
)

// boxes are f and what it calls, as far as they are wide enough to be seen; a
// caller is before what it calls.
func (f *Frame) boxes(start int64, depth int, narrowest float64, all []box) []box {
	if float64(f.Value) < narrowest {
		return all
	}
	all = append(all, box{f, start, depth})
	for _, called := range f.Calls {
		all = called.boxes(start, depth+1, narrowest, all)
		start += called.Value
	}
	return all
}

// mark is the box in SVG: a rectangle that tells the whole name and the value,
// and as much of the name as there is room for.
func (g *Graph) mark(b box) string {
	x, y, wide := margin+across*g.share(b.start), top+row*b.depth, across*g.share(b.Value)
	var s strings.Builder
	fmt.Fprintf(&s, `<rect class="%s" x="%s" y="%d" width="%s" height="%d"><title>%s: %s, %.2f %%</title></rect>`,
		legend[ownerOf(b.Name)].class, px(x), y, px(wide), row-1, markup.Escape(cut(unescape(b.Name), mostName)), g.amount(b.Value), 100*g.share(b.Value))
	if name := fit(label(b.Name), int((wide-2*indent)/letter)); name != "" {
		fmt.Fprintf(&s, `<text x="%s" y="%d">%s</text>`, px(x+indent), y+row-5, markup.Escape(name))
	}
	s.WriteByte('\n')
	return s.String()
}

// label is a function's name without the path of its package and without type
// arguments.
func label(function string) string {
	_, rest := split(function)
	open, end := strings.IndexByte(rest, '['), strings.LastIndexByte(rest, ']')
	if open < 0 || end < open {
		return rest
	}
	return rest[:open] + "[…]" + rest[end+1:]
}

// fit makes a label so many letters long. The package goes first, which the
// colour hints at, then the receiver, then the end of the name.
func fit(label string, most int) string {
	for _, before := range []string{".", ")."} {
		if utf8.RuneCountInString(label) <= most {
			break
		}
		if _, rest, found := strings.Cut(label, before); found {
			label = rest
		}
	}
	return cut(label, most)
}

// cut shortens a name to so many letters; of less than three nothing is left.
func cut(name string, most int) string {
	if most < 3 && len(shorten.Runes(name, most)) < len(name) {
		return ""
	}
	return shorten.Ellipsis(name, most)
}

func px(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
}
