package cues

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table in docs/odds.md")

const (
	pageHead = "| language | asks | thanks | nods | ends a question | behind a name |\n|---|---|---|---|---|---|\n"
	pageFile = "../../docs/odds.md"
)

// TestPage keeps the table of languages in docs/odds.md and the code equal: a few
// words of each list, and how many there are.
func TestPage(t *testing.T) {
	var want strings.Builder
	for _, l := range languages {
		fmt.Fprintf(&want, "| %s (`%s`) | %s | %s | %s | %s | %s |\n", l.name, l.code,
			sample(l.asks, l.asksWithin), sample(l.thanks, l.thanksWithin, l.thanksWhole),
			sample(l.nods, l.nodsFirst, l.nodsWhole), sample(l.ends), sample(l.calls, l.you))
	}
	page, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), pageHead)
	if !found {
		t.Fatalf("docs/odds.md has no table of languages that begins\n%s", pageHead)
	}
	table, after, _ := strings.Cut(rest, "\n\n")
	if table+"\n" == want.String() {
		return
	}
	if !*update {
		t.Fatalf("docs/odds.md lists other words; go test ./policy/cues -run Page -update writes\n%s", &want)
	}
	if err := os.WriteFile(pageFile, []byte(before+pageHead+want.String()+"\n"+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sample returns the first entries of lists, and how many there are in all.
func sample(lists ...string) string {
	var all []string
	for _, list := range lists {
		all = append(all, slices.Collect(each(list))...)
	}
	const some = 4
	if len(all) <= some {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s … %d", strings.Join(all[:some], ", "), len(all))
}
