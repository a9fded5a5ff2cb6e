package odds

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPage keeps docs/odds.md and the code equal: the features in their order,
// with the weights the program carries, the gate shut and wide open, and those
// for networks with replies.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/odds.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Weights\n")
	var rows []string
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "| `") {
			rows = append(rows, line)
		}
	}
	if len(rows) != len(Features()) {
		t.Fatalf("the page has %d features, the code %d", len(rows), len(Features()))
	}
	for i, f := range Features() {
		w, r := Builtin().Weight(f), Builtin().Replies().Weight(f)
		if want := fmt.Sprintf("| `%s` | %.2f | %.2f | %.2f | %.2f | ", f, w, w+Builtin().Gated(f), r, r+Builtin().Replies().Gated(f)); !strings.HasPrefix(rows[i], want) {
			t.Errorf("row %d is %q, want it to begin %q", i+1, rows[i], want)
		}
	}
}
