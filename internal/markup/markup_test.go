package markup_test

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"familiar/internal/markup"
	"familiar/internal/markup/markuptest"
)

func written(t *testing.T, write func(w *markup.Writer)) string {
	t.Helper()
	var w markup.Writer
	write(&w)
	text, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAttacks: whatever the place, text from outside stays text.
func TestAttacks(t *testing.T) {
	for _, tt := range []struct {
		place string
		write func(w *markup.Writer, text string)
	}{
		{"between tags", func(w *markup.Writer, text string) { w.Element("p", text) }},
		{"in a title, whose tags are text", func(w *markup.Writer, text string) { w.Element("title", text) }},
		{"in a drawing", func(w *markup.Writer, text string) {
			w.Markup("<svg><text>")
			w.Textf("%s: %d", text, 3)
			w.Markup("</text></svg>")
		}},
		{"in an attribute", func(w *markup.Writer, text string) {
			w.Markup("<p")
			w.Attribute("title", text)
			w.Markup(">x</p>")
		}},
	} {
		t.Run(tt.place, func(t *testing.T) {
			markuptest.Refused(t, func(text string) string {
				return written(t, func(w *markup.Writer) { tt.write(w, text) })
			})
		})
	}
}

// TestJSON: data comes out of its element as it went in, and what follows the
// element is still there.
func TestJSON(t *testing.T) {
	for _, attack := range markuptest.Attacks {
		document := written(t, func(w *markup.Writer) {
			w.JSON("data", map[string]string{attack: attack})
			w.Element("p", "after")
		})
		root, err := html.Parse(strings.NewReader(document))
		if err != nil {
			t.Fatal(err)
		}
		var elements []string
		var data map[string]string
		for n := range root.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			elements = append(elements, n.Data)
			if n.Data != "script" {
				continue
			}
			if err := json.Unmarshal([]byte(n.FirstChild.Data), &data); err != nil {
				t.Errorf("%q: %v", attack, err)
			}
		}
		if got := strings.Join(elements, " "); got != "html head script body p" || data[attack] != attack {
			t.Errorf("%q: got %s with %q", attack, got, data)
		}
	}
}

// TestRefused: what can't be escaped is not written.
func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		story string
		write func(w *markup.Writer)
		good  bool
	}{
		{"a program", func(w *markup.Writer) { w.Script("if (1 < 2 && 3 > 2) run();") }, true},
		{"a program that ends its element", func(w *markup.Writer) { w.Script(`"</SCRIPT>"`) }, false},
		{"a program that hides the end", func(w *markup.Writer) { w.Script(`"<!--<script"`) }, false},
		{"rules", func(w *markup.Writer) { w.Style("p > b { color: red }") }, true},
		{"rules that end their element", func(w *markup.Writer) { w.Style("</style>") }, false},
		{"data that is none", func(w *markup.Writer) { w.JSON("data", func() {}) }, false},
		{"an address", func(w *markup.Writer) { w.Attribute("HREF", "javascript:alert(1)") }, false},
		{"an event", func(w *markup.Writer) { w.Attribute("onclick", "alert(1)") }, false},
		{"the error stays", func(w *markup.Writer) { w.Style("</style>"); w.Element("p", "after") }, false},
	} {
		var w markup.Writer
		tt.write(&w)
		if text, err := w.Bytes(); (err == nil) != tt.good || (text != nil) != tt.good {
			t.Errorf("%s: got %q, %v; want it written: %v", tt.story, text, err, tt.good)
		}
	}
}
