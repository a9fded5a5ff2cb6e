// Package markuptest tries whether text from outside becomes markup in a
// report. It reads the report as a browser does, with the parser of
// golang.org/x/net/html.
package markuptest

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Attacks are texts that become markup, end an element or leave a quote where
// nothing escapes them.
var Attacks = []string{
	`<img src=x>`,
	`<img src=x onerror="window.ran=1"><script>window.ran=1</script>`,
	`</text><script>alert("x")</script>&`,
	`</script><script>window.ran=1</script>`,
	`</title></style></svg><script>window.ran=1</script>`,
	`<!--<script>`,
	`-->]]><script>alert(1)</script>`,
	`" onmouseover="window.ran=1" x="`,
	`' onmouseover='window.ran=1' x='`,
	"` onmouseover=window.ran=1 x=`",
	`javascript:alert(1)`,
	`&lt;script&gt;&#60;script&#62;`,
	"a.<script>&\"'\x01]]>",
	"<scr\x00ipt>window.ran=1</scr\x00ipt>",
	"+ADw-script+AD4-window.ran=1+ADw-/script+AD4-",
	"\u2028window.ran=1\u2029",
	"{{.}}${window.ran=1}",
}

// harmless stands where an attack does, to see how a document is built.
const harmless = "moth"

// Refused has a document made with each attack as the text from outside. It
// must be built of the same elements and attributes as with a harmless word,
// and show the attack as text.
func Refused(t *testing.T, document func(text string) string) {
	t.Helper()
	want, shown := read(t, document(harmless))
	if !strings.Contains(shown, harmless) {
		t.Fatalf("the document doesn't show the text it is made with")
	}
	for _, attack := range Attacks {
		got, shown := read(t, document(attack))
		if !slices.Equal(got, want) {
			t.Errorf("%q changes what the document is built of, from\n%s\nto\n%s", attack, strings.Join(want, " "), strings.Join(got, " "))
		}
		if readable := Shown(attack); !strings.Contains(shown, readable) {
			t.Errorf("the document doesn't show %q", readable)
		}
	}
}

// Shown returns text as a document can show it: what XML has no letter for is
// replaced.
func Shown(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return '\ufffd'
		}
		return r
	}, text)
}

// read returns a document's elements with the names of their attributes, and
// everything it shows or holds as text.
func read(t *testing.T, document string) (built []string, shown string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			element := n.Data
			for _, a := range n.Attr {
				element += " " + a.Key
				text.WriteString(a.Val + "\n")
			}
			built = append(built, "<"+element+">")
		}
		if n.Type == html.TextNode {
			text.WriteString(n.Data + "\n")
		}
		if n.Type == html.CommentNode {
			built = append(built, "<!-- -->")
		}
	}
	return built, text.String()
}
