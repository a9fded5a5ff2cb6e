package llm

import (
	"context"
	"time"
)

// What a call may wait for before a model is asked.
const (
	WaitSlot  = "queue" // a slot, in the queue
	WaitRetry = "retry" // the pause after an attempt that failed
)

type waits struct{}

// WithWaits has tell called for each wait of a call that is made with the
// context: what it was for and how long. It is called by whoever makes the call,
// when the wait is over.
func WithWaits(ctx context.Context, tell func(what string, took time.Duration)) context.Context {
	return context.WithValue(ctx, waits{}, tell)
}

// Waited reports that a call has waited since then.
func Waited(ctx context.Context, what string, since time.Time) {
	if tell, ok := ctx.Value(waits{}).(func(string, time.Duration)); ok {
		tell(what, time.Since(since))
	}
}
