package answer

import (
	"context"
	"errors"
	"time"

	"familiar/llm"
	"familiar/messages"
)

// Until returns when the answer to an order is given up: at its deadline less the margin, so
// that the answer is there in time; without a deadline after timeout.
func Until(deadline messages.Instant, margin, timeout time.Duration) time.Time {
	if deadline == 0 {
		return time.Now().Add(timeout)
	}
	return deadline.Time().Add(-margin)
}

// Within bounds ctx by [Until].
func Within(ctx context.Context, deadline messages.Instant, margin, timeout time.Duration) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, Until(deadline, margin, timeout))
}

// Describe returns the reason a note will show for err, which ended a call under
// ctx; late is what to say when its time was over.
func Describe(ctx context.Context, err error, late string) string {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return late
	case ctx.Err() != nil:
		return "cancelled"
	}
	return err.Error()
}

// Priority says how urgent a call is that this trigger led to.
func Priority(t messages.Trigger) llm.Priority {
	switch {
	case !t.Unsolicited():
		return llm.Addressed
	case t == messages.Interjection:
		return llm.Interjection
	}
	return llm.Lull
}
