package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestDrawing: whatever the texts are, it is one well-formed picture.
func TestDrawing(t *testing.T) {
	var out strings.Builder
	d := Begin(&out, 500, 400, `<b> & "it"`)
	q := Square{60, 40}
	d.Axes(q, Share("estimate"), Axis{"F1", []Tick{{.5, "half"}}})
	d.Line("line", []Point{q.At(0, 0), q.At(1, 1)})
	d.Dot("mark", q.At(.5, .5), 3, "</circle>")
	d.Text(q.At(0, 1), "s", "<script>")
	if err := d.End(); err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]int)
	for decoder := xml.NewDecoder(strings.NewReader(out.String())); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, &out)
		}
		if begun, is := token.(xml.StartElement); is {
			seen[begun.Name.Local]++
		}
	}
	for element, want := range map[string]int{"svg": 1, "polyline": 1, "circle": 1, "script": 0, "b": 0, "text": 6 + 1 + 2 + 1} {
		if seen[element] != want {
			t.Errorf("%d of %s, want %d, in\n%s", seen[element], element, want, &out)
		}
	}
	if !strings.Contains(out.String(), `points="60.0,360.0 380.0,40.0"`) {
		t.Errorf("the line isn't the square's diagonal:\n%s", &out)
	}
}
