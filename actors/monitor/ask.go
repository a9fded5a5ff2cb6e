package monitor

import (
	"context"
	"errors"
	"fmt"

	"familiar/llm"
	"familiar/messages"
)

// Ask puts one question to a judge. It always returns an answer to the order,
// the margin before the order's deadline at the latest and soon after ctx
// ends, even if the model hangs. What went wrong is in its Error, an answer
// that can't be told for a yes or a no included; it is never a yes.
func Ask(ctx context.Context, model llm.Model, card Card, order messages.Judge, opts Options) (judged messages.Judged) {
	defer func() {
		if p := recover(); p != nil {
			judged = failed(order, fmt.Sprintf("judge panicked: %v", p))
		}
	}()
	opts = opts.filled()
	ctx, cancel := within(ctx, order.Deadline, opts.Config)
	defer cancel()
	whole, err := opts.Collect.Collect(ctx, model, llm.Request{
		System:    opts.Texts.Rules,
		Messages:  []llm.Message{{Role: llm.User, Text: Page(card, order, opts.Tag(), opts)}},
		Verdict:   true,
		MaxTokens: opts.Config.MaxTokens,
		Priority:  priority(order.Trigger),
		Channel:   string(order.Channel),
	})
	if whole.Usage != (llm.Usage{}) {
		opts.Spent(whole.Usage)
	}
	if err != nil {
		return failed(order, describe(ctx, err))
	}
	v, err := ParseVerdict(whole.Text)
	if err != nil {
		return failed(order, err.Error())
	}
	return messages.Judged{N: order.N, Yes: v.Speak, Reason: v.Reason}
}

func failed(order messages.Judge, why string) messages.Judged {
	return messages.Judged{N: order.N, Error: why}
}

// within bounds ctx by the order's deadline less the margin.
func within(ctx context.Context, deadline messages.Instant, c Config) (context.Context, context.CancelFunc) {
	if deadline == 0 {
		return context.WithTimeout(ctx, c.Timeout)
	}
	return context.WithDeadline(ctx, deadline.Time().Add(-c.Margin))
}

const late = "no verdict before the deadline"

// describe gives the reason a note will show.
func describe(ctx context.Context, err error) string {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return late
	case ctx.Err() != nil:
		return "cancelled"
	}
	return err.Error()
}

func priority(t messages.Trigger) llm.Priority {
	switch {
	case !t.Unsolicited():
		return llm.Addressed
	case t == messages.Interjection:
		return llm.Interjection
	}
	return llm.Lull
}
