package eval

import (
	"strings"
	"testing"
)

// TestTogether: there is a pair of rows for each size and gate, and asked
// together the judge is never asked more often than apart.
func TestTogether(t *testing.T) {
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	done := 0
	table, err := Together(t.Context(), c, golds, []int{2, 3}, Options{Progress: func(n, _ int) { done = n }})
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 * 2 * len(grouped); len(table.Rows) != want || done != want {
		t.Fatalf("%d rows, %d told of, want %d", len(table.Rows), done, want)
	}
	for i := 0; i < len(table.Rows); i += 2 {
		apart, together := table.Rows[i], table.Rows[i+1]
		if strings.TrimSuffix(apart.Name, "apart") != strings.TrimSuffix(together.Name, "together") {
			t.Errorf("%q and %q are no pair", apart.Name, together.Name)
		}
		if together.EvalsPerReply > apart.EvalsPerReply {
			t.Errorf("%s: %v questions a reply, apart %v", together.Name, together.EvalsPerReply, apart.EvalsPerReply)
		}
	}
}
