package config

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/configuration.md")

// TestConfigurationPage keeps docs/configuration.md and examples/familiar.toml
// equal: below its heading "Every knob" the page is made of the example.
func TestConfigurationPage(t *testing.T) {
	const file, heading = "../docs/configuration.md", "\n## Every knob\n"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../examples/familiar.toml")
	if err != nil {
		t.Fatal(err)
	}
	above, _, ok := strings.Cut(string(page), heading)
	if !ok {
		t.Fatalf("%s has no heading %q", file, heading)
	}
	want := above + heading + tables(string(example))
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(page) != want {
		t.Errorf("%s differs from examples/familiar.toml: go test ./config -run ConfigurationPage -update", file)
	}
	if got := strings.Count(want, "\n| `"); got < 120 {
		t.Errorf("the page has %d knobs, want all of them", got)
	}
}

var shownText = regexp.MustCompile(`(?s)"""\n.*?"""`)

// tables returns an example's knobs as tables: key, default, and what its
// comment says about unit, zero and meaning. Of texts, which are shown in the
// example only, it lists the keys; a table of translations has the keys of the
// one it translates.
func tables(example string) string {
	var b strings.Builder
	_, body, _ := strings.Cut(example, "\n\n") // without what it says of itself
	var above []string
	open, translated, isText := false, false, false
	var texts []string // keys of the present table
	list := func() {
		if texts != nil {
			fmt.Fprintf(&b, "\nKeys, with their texts in [familiar.toml](../examples/familiar.toml): %s.\n", strings.Join(texts, ", "))
		}
		texts = nil
	}
	for line := range strings.Lines(shownText.ReplaceAllString(body, `"…"`)) {
		line = strings.TrimSuffix(line, "\n")
		if is := tableLine.FindStringSubmatch(line); is != nil {
			list()
			fmt.Fprintf(&b, "\n### `%s`\n\n%s\n", is[1], strings.TrimSpace(strings.Join(above, " ")+" "+sentence(is[2])))
			above, open, translated = nil, false, strings.Contains(is[1], ".translations.")
			isText = strings.HasPrefix(is[1], "texts.")
		} else if is := knobLine.FindStringSubmatch(line); is != nil && (translated || isText) {
			if above = nil; !translated {
				texts = append(texts, "`"+is[1]+"`")
			}
		} else if is := knobLine.FindStringSubmatch(line); is != nil {
			if !open {
				b.WriteString("\n| key | default | what it is |\n|---|---|---|\n")
				open = true
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", is[1], shown(is[2], is[3]), strings.ReplaceAll(meaningOf(is[3], above), "|", `\|`))
			above = nil
		} else if comment, ok := strings.CutPrefix(line, "# "); ok {
			above = append(above, comment)
		}
	}
	list()
	return b.String()
}

// shown returns a default; texts shown to a model are as long as they are in the
// example.
func shown(value, meaning string) string {
	switch {
	case strings.HasPrefix(meaning, "(give)"):
		return "to be given, such as `" + value + "`"
	case len(value) > 40 && value[0] == '"' || value == `"…"`:
		return "a text"
	}
	return "`" + value + "`"
}

// sentence returns a comment as one.
func sentence(comment string) string {
	if comment == "" {
		return ""
	}
	return strings.ToUpper(comment[:1]) + comment[1:] + "."
}
