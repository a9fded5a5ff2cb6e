package tune

import "familiar/llm"

// What a call is taken to use, in tokens: a judge's page with twenty lines and
// its verdict, a turn with card and lines and its reply. It only weighs
// questions and replies against each other; the budget counts what is used.
var (
	question = llm.Usage{Input: 800, Output: 40}
	reply    = llm.Usage{Input: 2000, Output: 120}
)

// PriceOf returns what calls cost at the prices of the judge and of the model
// that writes. It is zero, and calls are counted, unless both are known.
func PriceOf(judge, writer llm.Price) Price {
	if judge == (llm.Price{}) || writer == (llm.Price{}) {
		return Price{}
	}
	return Price{Question: judge.Cost(question), Reply: writer.Cost(reply)}
}
