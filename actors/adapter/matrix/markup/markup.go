// Package markup makes of a model's Markdown what Matrix shows: a text for clients
// that show no more, and HTML made of nothing but what is written here.
package markup

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/messages"
)

// htmlMost is how long the HTML may be, in bytes: an event has at most 65,536, and
// the text is in it, too.
const htmlMost = 40_000

// Write returns a text in Markdown as models write it as a message's body, its HTML
// and whom it calls, of those who may be. The HTML is "" where the body says it all,
// or where it would be too long. @room in it calls nobody.
func Write(text string, people []messages.Mention) (body, formatted string, called []messages.PersonID) {
	text = room.ReplaceAllString(text, "$1\u2060$2")
	w := writer{people: slices.DeleteFunc(slices.Clone(people), func(p messages.Mention) bool { return !strings.HasPrefix(string(p.ID), "@") })}
	w.write(text)
	formatted = strings.TrimSuffix(w.html.String(), "<br>")
	if !w.marked || len(formatted) > htmlMost {
		formatted = ""
	}
	return text, formatted, w.called
}

var (
	room    = regexp.MustCompile(`(?i)(@)(room\b)`)
	code    = regexp.MustCompile("(?s)```(?:([A-Za-z0-9_+.#-]*)\n)?(.*?)(?:\n?```\n?|$)|`([^`\n]+)`")
	heading = regexp.MustCompile(`(?m)^#{1,6} +([^\n]*[^\s#])[ #]*$`)
	linked  = regexp.MustCompile(`\[([^\[\]\n]+)\]\((https?://[^\s()<>]+)\)`)
)

// A rule is one kind of emphasis. What a pattern finds counts if alone is not set or
// no letter or digit is beside it.
type rule struct {
	pattern *regexp.Regexp
	alone   bool
	tag     string
}

var emphasis = []rule{
	{regexp.MustCompile(`\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*`), false, "strong"},
	{regexp.MustCompile(`~~([^\s~](?:[^~\n]*[^\s~])?)~~`), false, "del"},
	{regexp.MustCompile(`\*([^\s*](?:[^*\n]*[^\s*])?)\*`), true, "em"},
	{regexp.MustCompile(`_([^\s_](?:[^_\n]*[^\s_])?)_`), true, "em"},
}

// A writer turns Markdown into HTML.
type writer struct {
	people []messages.Mention
	html   strings.Builder
	marked bool // the HTML says something that the text doesn't
	called []messages.PersonID
}

// write leaves code as it is and takes the rest apart.
func (w *writer) write(text string) {
	between(text, rule{pattern: code}, w.lines, func(groups []string) {
		switch {
		case groups[3] != "":
			w.as("code", "", func() { w.raw(groups[3]) })
		case strings.TrimSpace(groups[2]) != "":
			class := ""
			if groups[1] != "" {
				class = ` class="language-` + html.EscapeString(groups[1]) + `"`
			}
			w.as("pre", "", func() { w.as("code", class, func() { w.raw(groups[2]) }) })
		default: // nothing to show as code
			w.plain(groups[0])
		}
	})
}

// lines makes headings bold.
func (w *writer) lines(text string) {
	between(text, rule{pattern: heading}, w.links, func(groups []string) {
		w.as("strong", "", func() { w.links(strings.ReplaceAll(groups[1], "**", "")) })
	})
}

// links makes a text with an address a link.
func (w *writer) links(text string) {
	between(text, rule{pattern: linked}, func(text string) { w.emphasise(text, emphasis) }, func(groups []string) {
		w.as("a", ` href="`+html.EscapeString(groups[2])+`"`, func() { w.emphasise(groups[1], emphasis) })
	})
}

// emphasise applies the rules, one inside the other.
func (w *writer) emphasise(text string, rules []rule) {
	if len(rules) == 0 {
		w.names(text)
		return
	}
	inside := func(text string) { w.emphasise(text, rules[1:]) }
	between(text, rules[0], inside, func(groups []string) {
		w.as(rules[0].tag, "", func() { inside(groups[1]) })
	})
}

// names writes a text and calls those in it who may be called.
func (w *writer) names(text string) {
	for _, s := range adapter.SplitCalls(text, w.people, adapter.IsWord) {
		if s.Who == nil {
			w.plain(s.Text)
			continue
		}
		if !slices.Contains(w.called, s.Who.ID) {
			w.called = append(w.called, s.Who.ID)
		}
		address := "https://matrix.to/#/" + url.PathEscape(string(s.Who.ID))
		w.as("a", ` href="`+html.EscapeString(address)+`"`, func() { w.plain(s.Text) })
	}
}

// as writes something inside a tag.
func (w *writer) as(tag, attributes string, write func()) {
	w.marked = true
	w.html.WriteString("<" + tag + attributes + ">")
	write()
	w.html.WriteString("</" + tag + ">")
}

// plain writes text.
func (w *writer) plain(text string) {
	w.html.WriteString(strings.ReplaceAll(html.EscapeString(text), "\n", "<br>"))
}

// raw writes code.
func (w *writer) raw(text string) { w.html.WriteString(html.EscapeString(text)) }

// between gives what a rule finds, with its groups, to found, and what is between to
// rest.
func between(text string, by rule, rest func(string), found func(groups []string)) {
	last := 0
	for _, at := range by.pattern.FindAllStringSubmatchIndex(text, -1) {
		if by.alone && !alone(text, at[0], at[1]) {
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
