// Package markup makes of a model's Markdown what Matrix shows: a text for clients
// that show no more, and HTML made of nothing but what is written here.
package markup

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/markdown"
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
	markdown.Write(text, &w)
	formatted = strings.TrimSuffix(w.html.String(), "<br>")
	if !w.marked || len(formatted) > htmlMost {
		formatted = ""
	}
	return text, formatted, w.called
}

var room = regexp.MustCompile(`(?i)(@)(room\b)`)

// tags are what the styles are in HTML.
var tags = [...]string{markdown.Bold: "strong", markdown.Italic: "em", markdown.Struck: "del"}

// A writer turns Markdown into HTML.
type writer struct {
	people []messages.Mention
	html   strings.Builder
	marked bool // the HTML says something that the text doesn't
	closed bool // a block of code was written last: it ends its line by itself
	called []messages.PersonID
}

// Literal implements [markdown.Writer].
func (w *writer) Literal(text string) {
	if w.closed {
		text = strings.TrimPrefix(text, "\n")
	}
	w.closed = false
	w.html.WriteString(strings.ReplaceAll(html.EscapeString(text), "\n", "<br>"))
}

// Code implements [markdown.Writer].
func (w *writer) Code(code string) {
	w.as("code", "", func() { w.html.WriteString(html.EscapeString(code)) })
}

// Block implements [markdown.Writer].
func (w *writer) Block(language, code string) {
	class := ""
	if language != "" {
		class = ` class="language-` + html.EscapeString(language) + `"`
	}
	w.as("pre", "", func() {
		w.as("code", class, func() { w.html.WriteString(html.EscapeString(code)) })
	})
	w.closed = true
}

// Link implements [markdown.Writer].
func (w *writer) Link(address string, inside func()) {
	w.as("a", ` href="`+html.EscapeString(address)+`"`, inside)
}

// Emphasis implements [markdown.Writer].
func (w *writer) Emphasis(style markdown.Style, inside func()) { w.as(tags[style], "", inside) }

// Text implements [markdown.Writer]: those in it are called who may be.
func (w *writer) Text(text string) {
	for _, s := range adapter.SplitCalls(text, w.people) {
		if s.Who == nil {
			w.Literal(s.Text)
			continue
		}
		if !slices.Contains(w.called, s.Who.ID) {
			w.called = append(w.called, s.Who.ID)
		}
		address := "https://matrix.to/#/" + url.PathEscape(string(s.Who.ID))
		w.as("a", ` href="`+html.EscapeString(address)+`"`, func() { w.Literal(s.Text) })
	}
}

// as writes something inside a tag.
func (w *writer) as(tag, attributes string, write func()) {
	w.marked, w.closed = true, false
	w.html.WriteString("<" + tag + attributes + ">")
	write()
	w.html.WriteString("</" + tag + ">")
}
