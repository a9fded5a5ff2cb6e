package jaeger

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"familiar/internal/markup/markuptest"
)

var update = flag.Bool("update", false, "rewrite the trace in docs/observability.md and docs/trace.svg")

// recorded is what a Jaeger answered about a turn of familiar demo.
func recorded(t *testing.T) Trace {
	t.Helper()
	text, err := os.ReadFile("testdata/turn.json")
	if err != nil {
		t.Fatal(err)
	}
	var answer Answer
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Data[0]
}

// TestDocs: the trace that the page shows, and its picture, are the recorded
// one.
func TestDocs(t *testing.T) {
	trace := recorded(t)
	const path, begin, end = "../../docs/observability.md", "<!-- a real trace -->\n", "<!-- its end -->\n"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("%s has no %q ... %q", path, begin, end)
	}
	for file, want := range map[string]string{
		path:                   before + begin + "```\n" + trace.Text() + "```\n" + end + after,
		"../../docs/trace.svg": trace.SVG(),
	} {
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil { //nolint:gosec // a page to read
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s does not show the recorded trace: go test ./internal/jaeger -update (%v)", file, err)
		}
	}
}

func TestRows(t *testing.T) {
	child := func(id, of string, start int64) Span {
		return Span{Trace: "t", ID: id, Name: id, Start: start, References: []Reference{{Kind: "CHILD_OF", Trace: "t", ID: of}}}
	}
	for _, tt := range []struct {
		what  string
		spans []Span
		want  string
	}{
		{"nothing", nil, ""},
		{"children in the order they began", []Span{child("c", "a", 9), child("b", "a", 5), {Trace: "t", ID: "a", Name: "a", Start: 1}}, "a>b>c"},
		{"whose parent is missing is a root", []Span{child("b", "gone", 1)}, "b"},
		{"a link is no parent", []Span{{Trace: "t", ID: "a", Name: "a"}, {Trace: "t", ID: "b", Name: "b", Start: 1, References: []Reference{{Kind: "FOLLOWS_FROM", Trace: "t", ID: "a"}}}}, "a>b links=1"},
		{"who is below itself is left out", []Span{child("a", "b", 1), child("b", "a", 2)}, ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var got []string
			for _, r := range (&Trace{Spans: tt.spans}).Rows() {
				got = append(got, r.Title())
			}
			if strings.Join(got, ">") != tt.want {
				t.Errorf("got %q, want %q", strings.Join(got, ">"), tt.want)
			}
		})
	}
}

// TestPicture: what a span is called can't leave the picture's text.
func TestPicture(t *testing.T) {
	svg := (&Trace{Spans: []Span{{ID: "a", Name: `</text><script>x</script>`}}}).SVG()
	if strings.Contains(svg, "<script") {
		t.Errorf("the picture has a script: %s", svg)
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
	}
}

// TestAttacks: neither can what a tag says.
func TestAttacks(t *testing.T) {
	markuptest.Refused(t, func(text string) string {
		return (&Trace{Spans: []Span{{ID: "a", Name: text}}}).SVG()
	})
}

func TestAsk(t *testing.T) {
	for _, tt := range []struct {
		what   string
		answer string
		status int
		want   string // in the error; "": none
	}{
		{"a trace", `{"data":[{"traceID":"t","spans":[]}]}`, 200, ""},
		{"it refuses", "", 503, "503"},
		{"it is no Jaeger", "<html>", 200, "invalid character"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if got := r.URL.Query().Get("service"); got != "den" {
					t.Errorf("asked for %q", got)
				}
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.answer)
			}))
			defer server.Close()
			got, err := Ask(t.Context(), server.URL, "den", 3)
			switch {
			case tt.want == "" && (err != nil || len(got) != 1 || got[0].ID != "t"):
				t.Errorf("got %v, %v", got, err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got the error %v, want %q in it", err, tt.want)
			}
		})
	}
}
