package monitor

import (
	"context"
	"fmt"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/messages"
)

// Ask puts one question to a judge. It always returns an answer to the order,
// before the order's deadline and soon after ctx ends, even if the model hangs:
// it is cut off the margin before. What went wrong is in its Error, an answer
// that can't be told for a yes or a no included; it is never a yes.
func Ask(ctx context.Context, model llm.Model, card Card, order messages.Judge, opts Options) (judged messages.Judged) {
	defer func() {
		if p := recover(); p != nil {
			judged = failed(order, fmt.Sprintf("judge panicked: %v", p))
		}
	}()
	opts = opts.filled()
	ctx, cancel := answer.Within(ctx, order.Deadline, opts.Config.Margin, opts.Config.Timeout)
	defer cancel()
	whole, err := opts.Collect.Collect(ctx, model, llm.Request{
		System:    opts.Texts.Rules,
		Messages:  []llm.Message{{Role: llm.User, Text: Page(card, order, opts.Tag(), opts)}},
		Verdict:   true,
		MaxTokens: opts.Config.MaxTokens,
		Priority:  answer.Priority(order.Trigger),
		Channel:   string(order.Channel),
	})
	if whole.Usage != (llm.Usage{}) {
		opts.Spent(whole.Usage)
	}
	if err != nil {
		return failed(order, answer.Describe(ctx, err, late))
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

const late = "no verdict before the deadline"
