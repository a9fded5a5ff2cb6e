package llmtest

import (
	"context"

	"familiar/llm"
)

// play yields the answer.
func (a Answer) play(ctx context.Context, yield func(llm.Delta, error) bool) {
	if a.Hang != nil {
		<-a.Hang
	}
	if err := llm.Pause(ctx, a.After); err != nil {
		yield(llm.Delta{}, err)
		return
	}
	for _, text := range a.Text {
		if !yield(llm.Delta{Text: text}, nil) {
			return
		}
	}
	if a.Panic != nil {
		panic(a.Panic)
	}
	for _, call := range a.Calls {
		if !yield(llm.Delta{Call: &call}, nil) {
			return
		}
	}
	if (a.Err == nil || a.Usage != llm.Usage{}) && !yield(llm.Delta{Usage: &a.Usage}, nil) {
		return
	}
	if a.Err != nil {
		yield(llm.Delta{}, a.Err)
	}
}
