package rules

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"familiar/messages"
)

var update = flag.Bool("update", false, "rewrite the words of docs/turns.md and of the page")

// TestTurnsPageHasEveryWord keeps the words of docs/turns.md those of the list, in its
// order: all but rungs, which docs/policies.md has, and parts. With -update a new
// word gets the row that /why has for it, until somebody writes a better one.
func TestTurnsPageHasEveryWord(t *testing.T) {
	row := regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|.*\n")
	rewrite(t, "../../docs/turns.md", "<!-- words -->\n", "<!-- /words -->\n", func(table string) string {
		explained := map[messages.Rung]string{}
		for _, found := range row.FindAllStringSubmatch(table, -1) {
			explained[messages.Rung(found[1])] = found[0]
		}
		var b strings.Builder
		b.WriteString("| word | what settled it |\n|---|---|\n")
		for _, r := range All() {
			if r.Kind == Rung || r.Kind == Part {
				continue
			}
			if explained[r.Name] == "" {
				explained[r.Name] = fmt.Sprintf("| `%s` | %s |\n", r.Name, itself.Replace(r.Says))
			}
			b.WriteString(explained[r.Name])
		}
		return b.String()
	})
}

var itself = strings.NewReplacer("{name}'s", "its", "{name}", "it")

// TestPagesWords keeps what the page says of a word equal to the list.
func TestPagesWords(t *testing.T) {
	rewrite(t, "../../control/page/files/words.js", "const RUNGS = {\n", "};\n", func(string) string {
		var b strings.Builder
		for _, r := range All() {
			name := string(r.Name)
			if strings.Contains(name, "-") {
				name = fmt.Sprintf("%q", name)
			}
			if r.Glance != "" {
				fmt.Fprintf(&b, "  %s: t(%q),\n", name, r.Glance)
			}
		}
		return b.String()
	})
}

// rewrite compares what stands in a file between begin and the next end with
// what it should be.
func rewrite(t *testing.T, file, begin, end string, should func(is string) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	above, rest, begins := strings.Cut(string(text), begin)
	is, below, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s has no %q with %q behind it", file, begin, end)
	}
	want := should(is)
	switch {
	case is == want:
	case *update:
		if err := os.WriteFile(file, []byte(above+begin+want+end+below), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s says otherwise than the list (-update to accept), got\n%s\nwant\n%s", file, is, want)
	}
}
