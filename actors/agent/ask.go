package agent

import (
	"context"
	"errors"
	"strings"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/quote"
	"familiar/messages"
)

// An Answer is what a model said to the opening of a turn, once.
type Answer struct {
	Text  string     // "": it wrote none
	Calls []llm.Call // tools it would have used; none is
	Usage llm.Usage  // zero where nobody said
	Cut   bool       // its limit of tokens ended the text
}

// Ask sends the model the opening of a turn that answers the order, and returns what
// it says. Unlike in [Run] no tool is carried out and the model isn't asked again.
func Ask(ctx context.Context, card Card, order messages.Compose, model llm.Model, opts Options) (Answer, error) {
	opts = opts.filled()
	ctx, cancel := answer.Within(ctx, order.Deadline, opts.Config.Margin, opts.Config.Timeout)
	defer cancel()
	tag := opts.Tag()
	asked := Open(card, order, tag, opts).Request
	whole, err := opts.Collect.Collect(ctx, model, asked)
	if len(whole.Calls) == 0 && err == nil {
		whole.Text, whole.Calls = opts.Tools.Without(order.Without).written(whole.Text, asked.Messages)
	}
	said := Answer{Text: strings.TrimSpace(quote.Own(tag, card.Name, names(shown(order)), whole.Text)), Calls: whole.Calls, Usage: whole.Usage}
	if _, cut := errors.AsType[*llm.LimitError](err); cut && said.Text != "" {
		said.Cut, err = true, nil
	}
	return said, err
}
