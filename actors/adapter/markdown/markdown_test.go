package markdown_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"familiar/actors/adapter/markdown"
)

// A told writes down what it is given.
type told struct{ strings.Builder }

func (w *told) Text(words string)           { w.WriteString(words) }
func (w *told) Literal(words string)        { w.WriteString("<as it is " + words + ">") }
func (w *told) Code(code string)            { w.WriteString("<code " + code + ">") }
func (w *told) Block(language, code string) { w.WriteString("<block " + language + ": " + code + ">") }

func (w *told) Link(address string, inside func()) {
	w.WriteString("<to " + address + " ")
	inside()
	w.WriteString(">")
}

func (w *told) Emphasis(style markdown.Style, inside func()) {
	w.WriteString([...]string{markdown.Bold: "<bold ", markdown.Italic: "<italic ", markdown.Struck: "<struck "}[style])
	inside()
	w.WriteString(">")
}

func TestWrite(t *testing.T) {
	for _, tt := range []struct{ story, text, want string }{
		{"words", "a moth\nand a lamp", "a moth\nand a lamp"},
		{"one inside the other", "**a _moth_ ~~flew~~**", "<bold a <italic moth> <struck flew>>"},
		{"a link", "see [the **lamp**](https://lamp.example)", "see <to https://lamp.example the <bold lamp>>"},
		{"an address of another kind", "[lamp](javascript:x)", "[lamp](javascript:x)"},
		{"a heading", "## a **moth** ##\nflew", "<bold a moth>\nflew"},
		{"code", "call `a_b_c(*x*)` now", "call <code a_b_c(*x*)> now"},
		{"a block", "so:\n```go\nx := *y\n```\ndone", "so:\n<block go: x := *y>\ndone"},
		{"a block that never ends", "```\nx", "<block : x>"},
		{"a block with nothing inside", "``````", "<as it is ``````>"},
		{"names with underlines", "a_name_like_this and 2*3*4", "a_name_like_this and 2*3*4"},
		{"emphasis that never ends", "**a moth", "**a moth"},
		{"stars with space", "* one\n* two", "* one\n* two"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var w told
			if markdown.Write(tt.text, &w); w.String() != tt.want {
				t.Errorf("got %q, want %q", w.String(), tt.want)
			}
		})
	}
}

// FuzzWrite: nothing of a text is told twice or out of its order.
func FuzzWrite(f *testing.F) {
	for _, text := range []string{"**a _b_** `c`", "```go\nx\n```", "# [a](https://b.c)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip() // nothing of the kind is said
		}
		var w plain
		markdown.Write(text, &w)
		rest := text
		for _, r := range w.String() {
			at := strings.IndexRune(rest, r)
			if at < 0 {
				t.Fatalf("%q became %q: %q is not what follows", text, w.String(), r)
			}
			rest = rest[at+len(string(r)):]
		}
	})
}

// plain writes words alone.
type plain struct{ strings.Builder }

func (w *plain) Text(words string)                        { w.WriteString(words) }
func (w *plain) Literal(words string)                     { w.WriteString(words) }
func (w *plain) Code(code string)                         { w.WriteString(code) }
func (w *plain) Block(_, code string)                     { w.WriteString(code) }
func (w *plain) Link(_ string, inside func())             { inside() }
func (w *plain) Emphasis(_ markdown.Style, inside func()) { inside() }
