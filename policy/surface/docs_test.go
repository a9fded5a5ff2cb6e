package surface

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPageHasEverySurface keeps docs/surfaces.md and the code equal.
func TestPageHasEverySurface(t *testing.T) {
	page, err := os.ReadFile("../../docs/surfaces.md")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("|---|---|---|\n")
	for _, r := range rows {
		hard := ""
		if r.hard {
			hard = ", hard"
		}
		fmt.Fprintf(&table, "| `%s` | %d%s | %s |\n", r.surface, r.chars, hard, r.hint)
	}
	if !strings.Contains(string(page), table.String()+"\n") {
		t.Errorf("the page has other surfaces than\n%s", &table)
	}
	for _, way := range []Threads{Mention, Long, Stay} {
		if !strings.Contains(string(page), fmt.Sprintf("\n| `%s` | ", way)) {
			t.Errorf("the page doesn't explain threads = %q", way)
		}
	}
}
