// Package markup writes HTML and SVG of text that comes from outside: each
// piece is escaped for the place where it stands. What a report's author wrote
// is a constant and goes out as it is; everything else is text, the value of an
// attribute, or the content of a script or style element, and each of these has
// a method of its own. html/template would do the same, but its reflection
// makes the linker keep every method of every type in the program.
package markup

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
)

// A constant can only be a literal where it is passed from outside the package:
// nothing that was read somewhere becomes markup.
type constant string

// A Writer collects a document in memory. The zero Writer is an empty one. The
// first error is kept and ends it.
type Writer struct {
	document strings.Builder
	err      error
}

// Markup writes what its caller wrote as a literal.
func (w *Writer) Markup(literal constant) { w.document.WriteString(string(literal)) }

// Text writes s as text between tags.
func (w *Writer) Text(s string) { w.document.WriteString(Escape(s)) }

// Textf writes what fmt.Sprintf gives as text between tags.
func (w *Writer) Textf(format string, values ...any) { w.Text(fmt.Sprintf(format, values...)) }

// Element writes an element that holds nothing but text.
func (w *Writer) Element(name constant, text string) {
	w.Markup("<" + name + ">")
	w.Text(text)
	w.Markup("</" + name + ">")
}

// Attribute writes an attribute of the tag that is open, with a space before
// it. An attribute that takes an address or a script is refused: no escaping
// makes those safe.
func (w *Writer) Attribute(name constant, value string) {
	switch lower := strings.ToLower(string(name)); {
	case strings.HasPrefix(lower, "on"), lower == "style", lower == "srcdoc", lower == "href", lower == "src", lower == "action", lower == "formaction", lower == "xlink:href":
		w.fail(fmt.Errorf("markup: attribute %s: its value would be more than text", name))
		return
	}
	w.Markup(" " + name + `="`)
	w.Text(value)
	w.Markup(`"`)
}

// JSON writes a script element that holds data and runs nothing.
func (w *Writer) JSON(id constant, value any) {
	text, err := json.Marshal(value) // writes <, > and & so that no tag can begin or end in it
	if err != nil {
		w.fail(err)
		return
	}
	w.Markup(`<script type="application/json" id="` + id + `">`)
	w.document.Write(text)
	w.Markup("</script>")
}

// Script writes a script element. A program that would end its element, or hide
// the end, is refused: it can't be escaped and stay the same program.
func (w *Writer) Script(program string) { w.raw("script", program) }

// Style writes a style element, with the same care.
func (w *Writer) Style(rules string) { w.raw("style", rules) }

func (w *Writer) raw(name constant, content string) {
	lower := strings.ToLower(content)
	for _, end := range []string{"</" + string(name), "<!--", "<" + string(name)} {
		if strings.Contains(lower, end) {
			w.fail(fmt.Errorf("markup: a %s element can't hold %q", name, end))
			return
		}
	}
	w.Markup("<" + name + ">")
	w.document.WriteString(content)
	w.Markup("</" + name + ">")
}

// Bytes returns the document, or the first thing that could not be written.
func (w *Writer) Bytes() ([]byte, error) {
	if w.err != nil {
		return nil, w.err
	}
	return []byte(w.document.String()), nil
}

func (w *Writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Escape returns s as text between tags or between the quotes of an attribute,
// in HTML and in XML. What neither has a letter for is replaced by U+FFFD.
func Escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes all
	return b.String()
}
