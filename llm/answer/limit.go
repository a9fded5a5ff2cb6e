package answer

import (
	"fmt"

	"familiar/llm"
)

// Cut says in a clause what ended an answer of that model to r before the model
// did, and which setting moves that: own is the one that r.MaxTokens is from.
func Cut(e *llm.LimitError, model string, r llm.Request, own string) string {
	setting := "models." + model + ".max_tokens"
	if r.MaxTokens > 0 {
		setting = own
	}
	switch {
	case e.Full:
		return fmt.Sprintf("cut where the context of %s was full: it needs a larger one, or less to read", model)
	case e.Tokens == 0:
		return "cut at the provider's own limit: set " + setting
	}
	return fmt.Sprintf("cut at %d tokens: raise %s", e.Tokens, setting)
}
