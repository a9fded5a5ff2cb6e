package tune

import (
	"math"
	"testing"

	"familiar/llm"
)

// TestPriceOf: a verdict of one word costs next to nothing beside its page, a
// reason does.
func TestPriceOf(t *testing.T) {
	judge, writer := llm.Price{Input: 1, Output: 10}, llm.Price{Input: 3, Output: 15}
	for _, test := range []struct {
		name     string
		word     bool
		question float64
	}{
		{"a verdict in a word", true, (800*1 + 1*10) / 1e6},
		{"a verdict with its reason", false, (800*1 + 40*10) / 1e6},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := PriceOf(judge, writer, test.word)
			if math.Abs(got.Question-test.question) > 1e-12 || math.Abs(got.Reply-(2000*3+120*15)/1e6) > 1e-12 {
				t.Errorf("got %+v, want %v for a question", got, test.question)
			}
		})
	}
	if got := PriceOf(judge, llm.Price{}, true); got != (Price{}) {
		t.Errorf("without the writer's price got %+v, want none", got)
	}
}
