package monitor

import (
	"context"
	"sync"

	"familiar/llm"
	"familiar/messages"
)

// Wordy is which models were found not to answer in one word: they think first,
// say more, or take no limit so small. They are asked for a reason from then on.
// A nil one knows of none and learns nothing. It is used by many at once, since
// each question has a goroutine of its own.
type Wordy struct {
	mu     sync.Mutex // see above
	models map[string]bool
}

func (w *Wordy) has(model string) bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.models[model]
}

func (w *Wordy) add(model string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.models == nil {
		w.models = make(map[string]bool)
	}
	w.models[model] = true
}

// IsWordy asks a model a question about nobody, and reports whether it can't answer
// it in one word. That it doesn't answer at all is not reported.
func IsWordy(ctx context.Context, model llm.Model) bool {
	order := messages.Judge{Word: true, Trigger: messages.Lull, Waiting: []messages.Quoted{{Author: messages.Author{Name: "Ada"}, Text: "good night, all"}}}
	_, wordy := put(ctx, model, Card{Name: "Bo"}, order, Options{}.filled())
	return wordy
}
