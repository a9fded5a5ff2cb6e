package openai

import (
	"cmp"
	"fmt"
	"strings"

	"familiar/llm"
)

// endAnswer says the calls of a complete answer, or why it is none. Beside
// OpenAI's own words for that it knows Mistral's ("model_length", "error"),
// DeepSeek's ("insufficient_system_resource"), Zhipu's ("sensitive",
// "network_error"), vLLM's ("abort") and OpenRouter's ("error").
func (a *answer) endAnswer() error {
	if a.refusal != "" {
		return fmt.Errorf("%w: %s", llm.ErrRefused, a.provider.Clean(a.refusal))
	}
	switch finish := strings.ToLower(a.finish); finish {
	case "content_filter", "sensitive":
		return fmt.Errorf("%w: content filter", llm.ErrRefused)
	case "length", "max_tokens":
		return a.limited(a.overfull())
	case "model_length", "model_context_window_exceeded":
		return a.limited(true)
	case "error", "abort", "network_error", "insufficient_system_resource":
		return fmt.Errorf("%w: %s", llm.ErrCut, finish)
	}
	for i, c := range a.calls.all {
		call, err := c.finish(a.provider, i, a.thoughts)
		if err != nil {
			return err
		}
		if err := a.say(llm.Delta{Call: &call}); err != nil {
			return err
		}
	}
	return nil
}

// limited is the end of an answer that may get no longer.
func (a *answer) limited(full bool) error {
	e := &llm.LimitError{Tokens: a.limit, Full: full, Thought: a.thought}
	if n := len(a.calls.all); n > 0 {
		e.Call = cmp.Or(a.provider.Clean(a.calls.all[n-1].name), "a tool")
	}
	return e
}

// servers count a few tokens more or less than they were asked for.
const miscount = 16

// overfull reports whether an answer that got too long has fewer tokens than it
// was allowed: then it was the context, for which most servers have no other
// word. One whose thoughts may not be counted says nothing of that.
func (a *answer) overfull() bool {
	counted := a.usage.Output > 0 && (!a.thought || a.reasoning > 0)
	return a.limit > 0 && counted && a.usage.Output+a.reasoning+miscount < a.limit
}
