package chain_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/chain"
	"familiar/llm/gate"
	"familiar/llm/llmtest"
)

// TestSomebodyAnswers: as long as one model of a chain would answer, one does: the
// first of those that stand well, else the first of the others. None is asked
// twice, and whoever answered was not passed over.
func TestSomebodyAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "models")
		var links []chain.Link
		var models []*llmtest.Script
		var answers, well []bool
		for i := range n {
			does, stands := rapid.Bool().Draw(t, "answers"), rapid.SampledFrom([]string{"well", "busy", "away", "due", "spent"}).Draw(t, "stands")
			said := llmtest.Fail(rapid.SampledFrom([]error{llm.ErrUnreachable, llm.ErrRefused, llm.ErrAuth, llm.ErrOverloaded, llm.ErrCut}).Draw(t, "error"))
			if does {
				said = fine()
			}
			name := fmt.Sprint("m", i)
			model := llmtest.New(name, said)
			link := chain.Link{Name: name, Model: model}
			if ready, is := map[string]func() gate.Standing{"busy": busy, "away": open, "due": due}[stands]; is {
				link.Ready = ready
			}
			if stands == "spent" {
				link.Spent = spent
			}
			links, models, answers, well = append(links, link), append(models, model), append(answers, does), append(well, stands == "well")
		}
		c := chain.New(links...)
		whole, err := (&answer.Collector{}).Collect(t.Context(), c, llm.Request{})
		by, over := c.Passed()
		if some := slices.Contains(answers, true); some != (err == nil) || some != (by != "") || some != (whole.Text == "fine") {
			t.Fatalf("got %q by %q, %v; some model answers: %v", whole.Text, by, err, some)
		}
		for i := range n {
			if asked := len(models[i].Requests()); asked > 1 {
				t.Fatalf("%s was asked %d times", links[i].Name, asked)
			}
			if err == nil && well[i] && answers[i] { // the first such one
				if by != links[i].Name {
					t.Fatalf("%s answered, want %s", by, links[i].Name)
				}
				break
			}
		}
		for _, p := range over {
			if p.Model == by {
				t.Fatalf("%s answered and was passed over", by)
			}
		}
	})
}
