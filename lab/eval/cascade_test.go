package eval

import (
	"strconv"
	"strings"
	"testing"

	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/lab/replay"
	"familiar/messages"
)

// TestCascade: there is a row for each gate, a judge that isn't asked costs
// nothing, and the price is that of the questions.
func TestCascade(t *testing.T) {
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	done := 0
	table, err := Cascade(t.Context(), c, golds, Options{Progress: func(n, _ int) { done = n }})
	if err != nil {
		t.Fatal(err)
	}
	if want := len(spends)*len(ways) + len(cascaded); len(table.Rows) != want || done != want {
		t.Fatalf("%d rows, %d told of, want %d", len(table.Rows), done, want)
	}
	asked := false
	for _, r := range table.Rows {
		if strings.Contains(r.Name, ", small strict") && r.Large != 0 || strings.Contains(r.Name, ", large strict") && r.Small != 0 {
			t.Errorf("%s asks both: %v, %v", r.Name, r.Small, r.Large)
		}
		if (r.Small+r.Large > 0) != (r.Dollars > 0) {
			t.Errorf("%s costs %v for %v and %v questions", r.Name, r.Dollars, r.Small, r.Large)
		}
		asked = asked || r.Small > 0
	}
	if text := table.String(); !asked || strings.Contains(text, "NaN") || !strings.Contains(text, "social wider, small, then large strict") {
		t.Errorf("the table in words:\n%s", text)
	}
}

// TestAlike: where one draw is for both judges the large one is never mistaken
// about a line that the small one is right about.
func TestAlike(t *testing.T) {
	small, large := replay.Small.Rates(), replay.Large.Rates()
	gold := &corpus.Gold{Slice: "a", Familiar: "mira"}
	differ := 0
	for k := range 2000 {
		r := fit.Row{Line: messages.LineID(strconv.Itoa(k)), Positive: k%2 == 0}
		if says(gold, &r, small, "") == r.Positive && says(gold, &r, large, "") != r.Positive {
			t.Fatalf("the large judge alone is mistaken about line %d", k)
		}
		if says(gold, &r, small, "") != says(gold, &r, large, " again") {
			differ++
		}
	}
	if differ == 0 {
		t.Error("two judges never differ")
	}
}
