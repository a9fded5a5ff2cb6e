package config

import (
	"maps"
	"testing"

	"familiar/config/document"
)

func TestDocumentKnowsLines(t *testing.T) {
	const text = `top = 1
[a.b]
c.d = 2
e = { f = 3, "g.h" = [ { i = 4 } ] }
[a]
j = [
  "x",
  "y",
]
[[k]]
l = 5
[k.m]
n = 6
[[k]]
[[k.o]]
p = 7
[[k.o]]
["q r"]
`
	want := map[string]int{
		"top": 1,
		"a":   5, "a.b": 2, "a.b.c": 3, "a.b.c.d": 3,
		"a.b.e": 4, "a.b.e.f": 4, `a.b.e."g.h"`: 4, `a.b.e."g.h"[1]`: 4, `a.b.e."g.h"[1].i`: 4,
		"a.j": 6, "a.j[1]": 6, "a.j[2]": 6,
		"k": 14, "k[1]": 10, "k[1].l": 11, "k[1].m": 12, "k[1].m.n": 13,
		"k[2]": 14, "k[2].o": 17, "k[2].o[1]": 15, "k[2].o[1].p": 16, "k[2].o[2]": 17,
		`"q r"`: 18,
	}
	d, err := document.Parse("f", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(d.Lines, want) {
		t.Errorf("got  %v\nwant %v", d.Lines, want)
	}
	for path, line := range map[string]int{"a.b.zzz": 2, "k[2].o[1].zzz.y": 15, "zzz": 0, "": 0} {
		if got := d.Line(path); got != line {
			t.Errorf("%q, which isn't there: got line %d, want %d", path, got, line)
		}
	}
}

// FuzzDocument: no text panics the parser or the reader, and every problem
// stands in a line the text has.
func FuzzDocument(f *testing.F) {
	f.Add(sound)
	f.Add(house)
	f.Add("\"\" = 1\n[\"\"]\n'' = {\"\" = []}")
	f.Add("[[a]]\nb = [[1], {c = 2}]")
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := document.Parse("f", []byte(text))
		if err != nil {
			return
		}
		c := Default()
		for _, p := range doc.Into(&c, doc.Tree, "") {
			if p.Line < 1 {
				t.Errorf("%v has no line in\n%s", p, text)
			}
		}
	})
}
