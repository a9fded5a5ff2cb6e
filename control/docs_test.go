package control

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

const pageOfRoutes = "../docs/control.md"

// The page is read by people who write clients: what it leaves out they don't
// use, and what it invents they trip over.
func TestPage(t *testing.T) {
	page := readText(t, pageOfRoutes)
	for _, tt := range []struct {
		name          string
		file          string
		source, named *regexp.Regexp
	}{
		{
			"every route", "routes.go",
			regexp.MustCompile(`"((?:GET|POST|PUT|DELETE) [^"]+)"`),
			regexp.MustCompile("(?m)^\\| `([A-Z]+ /[^`]*)` \\|"),
		},
		{
			"every event", "events.go",
			regexp.MustCompile(`\.Event\("([a-z]+)"`),
			regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| (?:`\\{|the same fields)"),
		},
		{
			"every field of a line", "said.go",
			regexp.MustCompile(`\t[A-Z]\w+ +\S+ +` + "`json:\"(id|author|text|at|mentions|everyone|reply_to|attachments|thread|dm|lull_endpoint|explicit_only)\"`"),
			regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (?:to be given|`\\{id, name|at most|RFC|whether|`\"id\"`|see above)"),
		},
	} {
		t.Run(tt.name+" stands on it, and no other", func(t *testing.T) {
			want, got := all(tt.source, readText(t, tt.file)), all(tt.named, page)
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("the page has\n%q, the program\n%q", got, want)
			}
		})
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// all returns what the first group matched, sorted, each once.
func all(e *regexp.Regexp, text string) []string {
	var found []string
	for _, m := range e.FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	slices.Sort(found)
	return slices.Compact(found)
}
