package flame

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/pprof/profile"
)

// sampled is a profile of cpu time: stacks, the outermost function first, names
// with spaces between them, and what was spent in each. A "+" before a name
// means that it was inlined into the one before.
func sampled(t *testing.T, stacks ...any) []byte {
	t.Helper()
	p := &profile.Profile{
		SampleType:    []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		DurationNanos: 2e9,
	}
	for i := 0; i < len(stacks); i += 2 {
		s := &profile.Sample{Value: []int64{1, int64(stacks[i+1].(int))}}
		for name := range strings.SplitSeq(stacks[i].(string), " ") {
			name, inlined := strings.CutPrefix(name, "+")
			f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name}
			p.Function = append(p.Function, f)
			if line := (profile.Line{Function: f}); inlined {
				s.Location[0].Line = append([]profile.Line{line}, s.Location[0].Line...)
			} else {
				place := &profile.Location{ID: uint64(len(p.Location) + 1), Line: []profile.Line{line}}
				p.Location = append(p.Location, place)
				s.Location = append([]*profile.Location{place}, s.Location...)
			}
		}
		p.Sample = append(p.Sample, s)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(t *testing.T, stacks ...any) *Graph {
	t.Helper()
	g, err := Read(bytes.NewReader(sampled(t, stacks...)), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tree writes a frame as name=value(calls).
func tree(f *Frame) string {
	var calls []string
	for _, called := range f.Calls {
		calls = append(calls, tree(called))
	}
	return strings.TrimSuffix(fmt.Sprintf("%s=%d(%s)", f.Name, f.Value, strings.Join(calls, " ")), "()")
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		story  string
		stacks []any
		want   string
	}{
		{"nothing was sampled", nil, "all=0"},
		{"two stacks share where they begin", []any{"a b", 2, "a c", 3}, "all=5(a=5(c=3 b=2))"},
		{"the same stack twice is one", []any{"a b", 2, "a b", 3}, "all=5(a=5(b=5))"},
		{"what a function does itself is not in what it calls", []any{"a", 7, "a b", 1}, "all=8(a=8(b=1))"},
		{"the same function under two callers is two frames", []any{"a c", 1, "b c", 2}, "all=3(b=2(c=2) a=1(c=1))"},
		{"recursion is as deep as it was", []any{"a a a", 1}, "all=1(a=1(a=1(a=1)))"},
		{"an inlined function is a frame of its own", []any{"a +b +c d", 4}, "all=4(a=4(b=4(c=4(d=4))))"},
		{"as wide as each other: by name", []any{"b", 1, "c", 1, "a", 1}, "all=3(a=1 b=1 c=1)"},
		{"nothing and less is left out", []any{"a", 0, "b", -3, "c", 2}, "all=2(c=2)"},
	} {
		if got := tree(read(t, tt.stacks...).Root); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.story, got, tt.want)
		}
	}
}

func TestReadFails(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		story string
		from  io.Reader
		value string
		want  string
	}{
		{"no profile at all", strings.NewReader("hello"), "cpu", "flame: "},
		{"half a profile", io.LimitReader(bytes.NewReader(sampled(t, "a b", 1)), 40), "cpu", "flame: "},
		{"a profile of another kind", bytes.NewReader(sampled(t, "a", 1)), "alloc_space", `flame: the profile has no value "alloc_space": is it of another kind?`},
		{"a file that can't be read", iotest.ErrReader(broken), "cpu", "flame: broken"},
		{"more than a profile has", io.MultiReader(strings.NewReader(strings.Repeat("x", mostProfile)), strings.NewReader("x")), "cpu", "flame: the profile has more than 33554432 bytes"},
	} {
		if _, err := Read(tt.from, tt.value); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.story, err, tt.want)
		}
	}
}

// picture is what is drawn: the titles of all rectangles and the texts.
type picture struct {
	titles, classes, texts []string
	right                  float64 // where the rightmost rectangle ends
}

// look reads an SVG, which has to be well-formed.
func look(t *testing.T, svg []byte) (p picture) {
	t.Helper()
	var in []string
	for dec := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		if err != nil {
			t.Fatalf("%v in %.2000s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			in = append(in, token.Name.Local)
			of := map[string]string{}
			for _, a := range token.Attr {
				of[a.Name.Local] = a.Value
			}
			x, _ := strconv.ParseFloat(of["x"], 64)
			wide, _ := strconv.ParseFloat(of["width"], 64)
			p.right = max(p.right, x+wide)
			if token.Name.Local == "rect" {
				p.classes = append(p.classes, of["class"])
			}
		case xml.EndElement:
			in = in[:len(in)-1]
		case xml.CharData:
			switch strings.Join(in, "/") {
			case "svg/rect/title":
				p.titles = append(p.titles, string(token))
			case "svg/text":
				p.texts = append(p.texts, string(token))
			}
		}
	}
}

func draw(t *testing.T, g *Graph, title string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := g.Draw(&b, title); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDraw(t *testing.T) {
	for _, tt := range []struct {
		story  string
		stacks []any
		titles []string
		texts  []string // among others
	}{
		{"nothing was sampled", nil, []string{"all: 0s, 0.00 %"}, []string{"0s in 2s. "}},
		{
			"whose code it is",
			[]any{"main.run familiar/lab/load.Run familiar/app.counted.Append github.com/nats-io/nats%2ego.(*Conn).Publish syscall.Write", 3_000_000_000, "runtime.gcBgMarkWorker", 1_000_000_000},
			[]string{
				"all: 4s, 100.00 %", "main.run: 3s, 75.00 %", "familiar/lab/load.Run: 3s, 75.00 %", "familiar/app.counted.Append: 3s, 75.00 %",
				"github.com/nats-io/nats.go.(*Conn).Publish: 3s, 75.00 %", "syscall.Write: 3s, 75.00 %", "runtime.gcBgMarkWorker: 1s, 25.00 %",
			},
			[]string{"journal server (NATS) 75.0 %", "Go's runtime 25.0 %", "familiar 0.0 %", "nats.go.(*Conn).Publish", "load.Run"},
		},
		{
			"names are text, whatever is in them",
			[]any{"a.<script>&\"'\x01]]>", 1_000_000_000},
			[]string{"all: 1s, 100.00 %", "a.<script>&\"'\ufffd]]>: 1s, 100.00 %"},
			[]string{"a.<script>&\"'\ufffd]]>"},
		},
		{
			"what is narrower than a thousandth is counted, not drawn",
			[]any{"a", 9_991_000_000, "a b c", 9_000_000},
			[]string{"all: 10s, 100.00 %", "a: 10s, 100.00 %"},
			[]string{"10s in 2s; 2 narrow frames are left out. "},
		},
	} {
		p := look(t, draw(t, read(t, tt.stacks...), "<b>"))
		if !slices.Equal(p.titles, tt.titles) {
			t.Errorf("%s: got %q, want %q", tt.story, p.titles, tt.titles)
		}
		for _, want := range append(tt.texts, "<b>") {
			if !slices.ContainsFunc(p.texts, func(s string) bool { return strings.HasPrefix(s, want) }) {
				t.Errorf("%s: got %q, want among them %q", tt.story, p.texts, want)
			}
		}
		if p.right > across+2*margin {
			t.Errorf("%s: something ends at %v, outside of the picture", tt.story, p.right)
		}
	}
}
