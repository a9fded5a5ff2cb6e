// Package markdown reads Markdown as models write it: code, headings, links and
// emphasis, one inside the other. Everything else is text, and so is what was begun
// and never ended, but for a block of code.
package markdown

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"familiar/actors/adapter"
)

// A Style is a kind of emphasis.
type Style int

// The styles there are. Headings are bold: a message has none.
const (
	Bold Style = iota
	Italic
	Struck
)

// A Writer is given what a text consists of, in its order.
type Writer interface {
	// Text writes words, which may name people.
	Text(words string)
	// Literal writes what looked like code and has none in it, as it stands.
	Literal(words string)
	// Code writes code inside a line.
	Code(code string)
	// Block writes lines of code. language is "" where the text names none.
	Block(language, code string)
	// Link writes what inside does, as a link to an address of http or https.
	Link(address string, inside func())
	// Emphasis writes what inside does, in a style.
	Emphasis(style Style, inside func())
}

var (
	code    = regexp.MustCompile("(?s)```(?:([A-Za-z0-9_+.#-]*)\n)?(.*?)(?:\n?```|$)|`([^`\n]+)`")
	heading = regexp.MustCompile(`(?m)^#{1,6} +([^\n]*[^\s#])[ #]*$`)
	linked  = regexp.MustCompile(`\[([^\[\]\n]+)\]\((https?://[^\s()<>]+)\)`)
)

// emphases in the order in which they are looked for. Of those that are alone only what
// has no letter or digit beside it counts: a_name_like_this has no emphasis.
var emphases = []struct {
	pattern *regexp.Regexp
	alone   bool
	style   Style
}{
	{regexp.MustCompile(`\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*`), false, Bold},
	{regexp.MustCompile(`~~([^\s~](?:[^~\n]*[^\s~])?)~~`), false, Struck},
	{regexp.MustCompile(`\*([^\s*](?:[^*\n]*[^\s*])?)\*`), true, Italic},
	{regexp.MustCompile(`_([^\s_](?:[^_\n]*[^\s_])?)_`), true, Italic},
}

// Write writes a text.
func Write(text string, to Writer) {
	r := reader{to}
	Between(text, code, r.headings, func(groups []string) {
		language, block, inline := groups[1], groups[2], groups[3]
		switch {
		case inline != "":
			to.Code(inline)
		case strings.TrimSpace(block) != "":
			to.Block(language, block)
		default:
			to.Literal(groups[0])
		}
	})
}

// A reader takes apart what is no code.
type reader struct{ to Writer }

func (r reader) headings(text string) {
	Between(text, heading, r.links, func(groups []string) {
		r.to.Emphasis(Bold, func() { r.links(strings.ReplaceAll(groups[1], "**", "")) })
	})
}

func (r reader) links(text string) {
	Between(text, linked, func(text string) { r.emphasis(text, 0) }, func(groups []string) {
		r.to.Link(groups[2], func() { r.emphasis(groups[1], 0) })
	})
}

// emphasis takes a text apart by the kinds of emphasis from the nth on.
func (r reader) emphasis(text string, n int) {
	if n == len(emphases) {
		r.to.Text(text)
		return
	}
	kind := emphases[n]
	inside := func(text string) { r.emphasis(text, n+1) }
	found := func(groups []string) { r.to.Emphasis(kind.style, func() { inside(groups[1]) }) }
	if kind.alone {
		between(text, kind.pattern, alone, inside, found)
	} else {
		Between(text, kind.pattern, inside, found)
	}
}

// Between gives what a pattern finds in a text, with its groups, to found, and what is
// between to rest, all in its order.
func Between(text string, pattern *regexp.Regexp, rest func(string), found func(groups []string)) {
	between(text, pattern, func(string, int, int) bool { return true }, rest, found)
}

// between does so with what counts of that which is found.
func between(text string, pattern *regexp.Regexp, counts func(text string, from, to int) bool, rest func(string), found func(groups []string)) {
	last := 0
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		if !counts(text, at[0], at[1]) {
			continue
		}
		if at[0] > last {
			rest(text[last:at[0]])
		}
		groups := make([]string, len(at)/2)
		for i := range groups {
			if at[2*i] >= 0 {
				groups[i] = text[at[2*i]:at[2*i+1]]
			}
		}
		found(groups)
		last = at[1]
	}
	if last < len(text) {
		rest(text[last:])
	}
}

// alone reports whether no letter or digit is beside a part of a text.
func alone(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !adapter.IsWord(before) && !adapter.IsWord(after)
}
