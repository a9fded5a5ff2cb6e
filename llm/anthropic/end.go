package anthropic

import (
	"fmt"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"

	"familiar/llm"
)

// A call is one of an answer, as far as it has come.
type call struct {
	id, name  string
	arguments strings.Builder
}

// stop says the calls of a complete answer, or why it is none.
func (a *answer) stop() error {
	switch a.end.StopReason {
	case anthropic.StopReasonRefusal:
		if words := a.provider.Clean(a.end.StopDetails.Explanation); words != "" {
			return fmt.Errorf("%w: %s", llm.ErrRefused, words)
		}
		return llm.ErrRefused
	case anthropic.StopReasonMaxTokens:
		return a.limited(false)
	case anthropic.StopReasonModelContextWindowExceeded:
		return a.limited(true)
	case anthropic.StopReasonPauseTurn: // only tools of the provider's own do that
		return fmt.Errorf("%w: it paused", llm.ErrCut)
	}
	for _, c := range a.calls {
		arguments, err := a.provider.Arguments(c.name, c.arguments.String())
		if err != nil {
			return err
		}
		said := llm.Delta{Call: &llm.Call{ID: c.id, Name: c.name, Arguments: arguments}}
		if a.verdict {
			said = llm.Delta{Text: string(arguments)}
		}
		if err := a.say(said); err != nil {
			return err
		}
	}
	return nil
}

// limited is the end of an answer that may get no longer.
func (a *answer) limited(full bool) error {
	e := &llm.LimitError{Tokens: a.limit, Full: full, Thought: a.thought}
	if n := len(a.calls); n > 0 && !a.verdict {
		e.Call = a.provider.Clean(a.calls[n-1].name)
	}
	return e
}
