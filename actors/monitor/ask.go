package monitor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/messages"
)

// Ask puts one question to a judge. It always returns an answer to the order,
// before the order's deadline and soon after ctx ends, even if the model hangs:
// it is cut off the margin before. What went wrong is in its Error, an answer
// that can't be told for a yes or a no included; it is never a yes.
//
// A model that can't answer in one word is asked for a reason instead, within the
// same deadline, and from then on at once: see [Wordy].
func Ask(ctx context.Context, model llm.Model, card Card, order messages.Judge, opts Options) (judged messages.Judged) {
	defer func() {
		if p := recover(); p != nil {
			judged = failed(order, fmt.Sprintf("judge panicked: %v", p), messages.Lasting)
		}
	}()
	opts = opts.filled()
	ctx, cancel := answer.Within(ctx, order.Deadline, opts.Config.Margin, opts.Config.Timeout)
	defer cancel()
	if len(card.Others) != len(order.Others) {
		return failed(order, "not every familiar that the question is about is known", messages.Passing)
	}
	order.Word = order.Word && !opts.Wordy.has(model.Name())
	judged, wordy := put(ctx, model, card, order, opts)
	if wordy {
		opts.Wordy.add(model.Name())
		order.Word = false
		judged, _ = put(ctx, model, card, order, opts)
	}
	return judged
}

// put asks once. wordy says that one word was wanted and that this model doesn't
// answer in one: it thinks first, says more, or turns down so small a limit.
func put(ctx context.Context, model llm.Model, card Card, order messages.Judge, opts Options) (judged messages.Judged, wordy bool) {
	request := llm.Request{
		System:    opts.Texts.rules(order),
		Messages:  []llm.Message{{Role: llm.User, Text: Page(card, order, opts.Tag(), opts)}},
		Verdict:   !order.Word,
		Word:      order.Word,
		MaxTokens: opts.Config.MaxTokens,
		Priority:  answer.Priority(order.Trigger),
		Channel:   string(order.Channel),
	}
	if order.Word {
		request.MaxTokens = min(wordTokens, opts.Config.MaxTokens)
	}
	read := yesOrNo
	if len(order.Others) > 0 {
		who := offer(&card, order, opts.Texts.Nobody)
		request.Who, read = who.list(), who.judged
		if order.Word {
			request.MaxTokens = min(wordTokens+who.longest(), opts.Config.MaxTokens)
		}
	}
	whole, err := opts.Collect.Collect(ctx, model, request)
	if whole.Usage != (llm.Usage{}) {
		opts.Spent(whole.Usage)
	}
	limit, cut := errors.AsType[*llm.LimitError](err)
	if err != nil && !cut {
		return failed(order, answer.Describe(ctx, err, late), answer.Fault(err)), order.Word && errors.Is(err, llm.ErrInvalid)
	}
	v, err := read(order.Familiar, whole.Text)
	if order.Word {
		v.Reason = "" // nobody asked for one
	}
	if cut && (err != nil || !order.Word && !json.Valid([]byte(whole.Text))) { // words may be half of others
		return failed(order, unread(limit, whole.Text)+answer.Cut(limit, model.Name(), request, "monitor.max_tokens"), messages.Lasting), order.Word && !limit.Full
	}
	if err != nil {
		return failed(order, err.Error(), messages.Costly), false
	}
	v.N = order.N
	return v, false
}

// yesOrNo reads a verdict on one familiar.
func yesOrNo(_ messages.FamiliarID, text string) (messages.Judged, error) {
	v, err := ParseVerdict(text)
	return messages.Judged{Yes: v.Speak, Reason: v.Reason}, err
}

// judged reads a verdict on several, of whom asks put the question.
func (o *offered) judged(asks messages.FamiliarID, text string) (messages.Judged, error) {
	c, err := o.parse(text)
	v := messages.Judged{Yes: c.Who != "", Reason: c.Reason, Who: c.Who}
	if c.Who == asks {
		v.Who = ""
	}
	return v, err
}

func failed(order messages.Judge, why string, fault messages.Fault) messages.Judged {
	return messages.Judged{N: order.N, Error: why, Fault: fault}
}

// wordTokens is how long a verdict of one word may get.
const wordTokens = 3

// unread begins the reason of a verdict that was cut before it could be read.
func unread(e *llm.LimitError, text string) string {
	if e.Thought && text == "" {
		return "it only thought, and was "
	}
	return "its verdict was "
}

const late = "no verdict before the deadline"
