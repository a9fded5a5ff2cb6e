package tune

import "familiar/llm"

// A judge's verdict in tokens: one word is one of them; a reason has been seen to
// make it some forty.
const (
	wordTokens   = 1
	reasonTokens = 40
)

// VerdictTokens returns how many tokens a verdict of that form is taken to have.
func VerdictTokens(word bool) int {
	if word {
		return wordTokens
	}
	return reasonTokens
}

// What a call is taken to use beside the verdict, in tokens: a judge's page with
// twenty lines, a turn with card and lines and its reply. It only weighs
// questions and replies against each other; the budget counts what is used.
const questionTokens = 800

var reply = llm.Usage{Input: 2000, Output: 120}

// PriceOf returns what calls cost at the prices of the judge, who answers in a
// word or with a reason, and of the model that writes. It is zero, and calls are
// counted, unless both are known.
func PriceOf(judge, writer llm.Price, word bool) Price {
	if judge == (llm.Price{}) || writer == (llm.Price{}) {
		return Price{}
	}
	return Price{
		Question: judge.Cost(llm.Usage{Input: questionTokens, Output: VerdictTokens(word)}),
		Reply:    writer.Cost(reply),
	}
}
