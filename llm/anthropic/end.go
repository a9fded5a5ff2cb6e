package anthropic

import (
	"cmp"
	"fmt"
	"strings"

	"familiar/llm"
)

// A call is one of an answer, as far as it has come.
type call struct {
	id, name  string
	whole     string // as it began: {} where arguments come in pieces, as Anthropic's do; others have all of them there
	arguments strings.Builder
}

// written returns its arguments.
func (c *call) written() string {
	return cmp.Or(c.arguments.String(), c.whole)
}

// stop says the calls of a complete answer, or why it is none.
func (a *answer) stop() error {
	switch a.end.StopReason {
	case "refusal":
		if words := a.provider.Clean(a.end.StopDetails.Explanation); words != "" {
			return fmt.Errorf("%w: %s", llm.ErrRefused, words)
		}
		return llm.ErrRefused
	case "max_tokens":
		return a.limited(false)
	case "model_context_window_exceeded":
		return a.limited(true)
	case "pause_turn": // only tools of the provider's own do that
		return fmt.Errorf("%w: it paused", llm.ErrCut)
	}
	if a.verdict {
		return a.ruling()
	}
	for _, c := range a.calls {
		arguments, err := a.provider.Arguments(c.name, c.written())
		if err != nil {
			return err
		}
		if err := a.say(llm.Delta{Call: &llm.Call{ID: c.id, Name: c.name, Arguments: arguments}}); err != nil {
			return err
		}
	}
	return nil
}

// ruling says the verdict, of several the first; in words if the model was not
// made to call, as not every server of this API does.
func (a *answer) ruling() error {
	words := a.beside
	if len(a.calls) > 0 {
		arguments, err := a.provider.Arguments(a.calls[0].name, a.calls[0].written())
		if err != nil {
			return err
		}
		words = string(arguments)
	}
	if words == "" {
		return nil
	}
	return a.say(llm.Delta{Text: words})
}

// limited is the end of an answer that may get no longer.
func (a *answer) limited(full bool) error {
	e := &llm.LimitError{Tokens: a.limit, Full: full, Thought: a.thought}
	if n := len(a.calls); n > 0 && !a.verdict {
		e.Call = a.provider.Clean(a.calls[n-1].name)
	}
	return e
}
