package conformance

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the tables in docs/conformance.md")

// TestDocsAreTheTables keeps docs/conformance.md equal to what is compared
// (go test ./conformance -run Docs -update).
func TestDocsAreTheTables(t *testing.T) {
	if elsewhere() {
		t.Skip("the page is about our files")
	}
	const file, begin, end = "../docs/conformance.md", "<!-- families -->\n", "<!-- /families -->\n"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	above, rest, _ := strings.Cut(string(page), begin)
	_, below, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no %q", file, end)
	}
	want := above + begin + familyTable(t) + end + below
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(page) != want {
		t.Errorf("%s says otherwise than the tests (-update to accept):\n%s", file, want)
	}
}

// familyTable gives every list with what was compared and what differs, and
// those that are apart with the reason.
func familyTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| file | list | cases | compared | differs, and why |\n|---|---|---|---|---|\n")
	for i := range recordings {
		r := &recordings[i]
		name := strings.TrimSuffix(r.file, ".json.gz")
		var content json.RawMessage
		load(t, r.file, &content)
		for _, f := range r.families(content) {
			n := f.check(t, f.cases(t, content))
			var why []string
			for k, d := range n.departs {
				name, reason, _ := strings.Cut(d, ": ")
				why = append(why, fmt.Sprintf("%d: %s (%s)", n.differ[k], name, reason))
			}
			fmt.Fprintf(&b, "| %s | `%s` | %d | %d | %s |\n", name, n.list, n.cases, n.compared, strings.Join(why, "; "))
		}
		for _, list := range slices.Sorted(maps.Keys(r.apart)) {
			if why := r.apart[list]; why != about {
				fmt.Fprintf(&b, "| %s | `%s` | | | not here: %s |\n", name, list, why)
			}
		}
	}
	return b.String()
}
