package learner

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/quote"
	"familiar/messages"
)

// Of an order.
const (
	maxText   = 800  // characters shown of a line
	maxTokens = 1500 // of an answer
	margin    = 250 * time.Millisecond
	timeout   = 2 * time.Minute
)

// Options are what all questions share. The zero Options will do.
type Options struct {
	Tag     func() string     // draws a page's tag; nil: quote.NewTag
	Collect *answer.Collector // counts calls that never return, so share it; nil: a new one each time
}

// Ask has a model say what to keep of the lines of an order, and then which of what is
// known that takes the place of. It always returns an answer to the order, before the
// order's deadline and soon after ctx ends, even if the model hangs. What went wrong is in
// its Error, a first answer that isn't in the form asked for included: then nothing is
// learned. After such a second answer nothing is replaced.
func Ask(ctx context.Context, model llm.Model, name string, order messages.Memorize, opts Options) (m messages.Memorized) {
	defer func() {
		if p := recover(); p != nil {
			m = failed(order, fmt.Sprintf("model panicked: %v", p), messages.Lasting)
		}
	}()
	if opts.Tag == nil {
		opts.Tag = quote.NewTag
	}
	if opts.Collect == nil {
		opts.Collect = &answer.Collector{}
	}
	ctx, cancel := answer.Within(ctx, order.Deadline, margin, timeout)
	defer cancel()
	ask := func(rules string, page func(tag string) string) (string, error) {
		tag := opts.Tag()
		whole, err := opts.Collect.Collect(ctx, model, llm.Request{
			System:    strings.ReplaceAll(rules, "{name}", quote.Name(name)),
			Messages:  []llm.Message{{Role: llm.User, Text: page(tag)}},
			MaxTokens: maxTokens,
			Priority:  llm.Interjection, // nobody waits for it
			Channel:   string(order.Channel),
		})
		if errors.Is(err, llm.ErrEmpty) {
			err = nil
		}
		return quote.Untag(tag, whole.Text), err
	}
	unanswered := func(err error) messages.Memorized {
		return failed(order, answer.Describe(ctx, err, "no answer before the deadline"), answer.Fault(err))
	}
	text, err := ask(noting, func(tag string) string { return notesPage(name, order.Lines, tag) })
	if err != nil {
		return unanswered(err)
	}
	lessons, err := parseNotes(text, order.Lines)
	if err != nil {
		return failed(order, err.Error(), messages.Costly)
	}
	if len(lessons) > 0 && len(order.Known) > 0 {
		if text, err = ask(comparing, func(tag string) string { return comparePage(lessons, order.Known, tag) }); err != nil {
			return unanswered(err)
		}
		replace(lessons, order.Known, text)
	}
	return messages.Memorized{N: order.N, Lessons: lessons}
}
