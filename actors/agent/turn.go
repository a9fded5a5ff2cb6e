package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/messages"
)

// Run composes one turn: it calls the model, carries out the tools it asks
// for, and calls it again until it gives a final text, skips, or is out of
// rounds or time.
//
// It always returns an answer to the order, before the order's deadline and
// soon after ctx ends. What went wrong is in its Error, panics of model and
// tools included; Parts then holds what had been sent before.
func Run(ctx context.Context, card Card, order messages.Compose, model llm.Model, opts Options) (composed messages.Composed) {
	t := &talk{Options: opts.filled(), model: model, seen: map[string]int{}}
	defer func() {
		if p := recover(); p != nil {
			t.turn.composed.Error, t.turn.composed.Fault = fmt.Sprintf("turn panicked: %v", p), messages.Lasting
		}
		composed = t.turn.composed
		composed.N, composed.Form = order.N, order.Form
		if t.recall != nil { // nil: it panicked before that
			composed.Lore = t.recall.picked.IDs()
			composed.Memories = recollections(order.Memories)
		}
	}()
	ctx, cancel := answer.Within(ctx, order.Deadline, t.Config.Margin, t.Config.Timeout)
	defer cancel()
	tag := t.Tag()
	t.Tools = t.Tools.Without(order.Without)
	t.turn.begin(card.Name, order, tag)
	t.recall = recalls(card, order, t.Options)
	t.request = open(card, order, t.recall.picked, tag, t.Options).Request
	t.turn.composed.Took = took(order)
	if err := t.play(ctx); err != nil {
		c := &t.turn.composed
		c.Error, c.Fault, c.After = answer.Describe(ctx, err, tooLate), answer.Fault(err), answer.After(err)
	}
	return
}

const tooLate = "no answer before the deadline"

// Unasked is the answer to an order whose model can't be asked, as the gate before it says.
func Unasked(order messages.Compose, why error) messages.Composed {
	c := messages.Composed{N: order.N, Form: order.Form, Error: why.Error(), Fault: answer.Fault(why), After: answer.After(why)}
	switch {
	case errors.Is(why, context.DeadlineExceeded):
		c.Error = tooLate
	case errors.Is(why, context.Canceled):
		c.Error = "cancelled"
	}
	return c
}

// A talk is the dialogue of one turn with its model.
type talk struct {
	Options
	model   llm.Model
	request llm.Request
	seen    map[string]int // tool calls made, by name and arguments
	turn    Turn
	recall  *recall
	draft   string // text that came beside tool calls
}

func (t *talk) play(ctx context.Context) error {
	for round := 1; ; round++ {
		t.takeIn()
		whole, err := t.Collect.Collect(ctx, t.model, t.request)
		t.request.Opens = false
		if whole.Usage != (llm.Usage{}) {
			t.Spent(whole.Usage)
		}
		limit, cut := errors.AsType[*llm.LimitError](err)
		if err != nil && !cut && !errors.Is(err, llm.ErrEmpty) {
			return err
		}
		if len(whole.Calls) == 0 && !cut {
			whole.Text, whole.Calls = t.Tools.written(whole.Text, t.request.Messages)
		}
		text := strings.TrimSpace(t.turn.own(whole.Text))
		if cut {
			return t.curtail(limit, text)
		}
		if len(whole.Calls) == 0 {
			return t.finish(text)
		}
		if text != "" {
			t.draft = text
		}
		if round == t.Config.Rounds {
			return t.finish("")
		}
		t.carryOut(ctx, whole.Text, whole.Calls, round == t.Config.Rounds-1)
		if t.turn.composed.Skip {
			return nil
		}
	}
}

// finish ends the turn with the final text. Without one, what was said beside
// tool calls takes its place unless something has been sent: a model that
// says goodbye and disengages in one breath has said goodbye.
func (t *talk) finish(text string) error {
	c := &t.turn.composed
	if text == "" && len(c.Parts) == 0 {
		text = t.draft
	}
	switch {
	case text != "":
		c.Parts, c.Final = append(c.Parts, text), true
	case len(c.Parts) == 0 && !c.Acts():
		return llm.ErrEmpty
	}
	return nil
}

// curtail ends the turn with an answer that its limit cut off. Text that leads
// up to a call is no answer; without any, what the turn has done so far has to
// do. Its caller says where the text ends.
func (t *talk) curtail(e *llm.LimitError, text string) error {
	if e.Call != "" {
		text = ""
	}
	t.draft = "" // it was to be followed by what is missing
	cut := answer.Cut(e, t.model.Name(), t.request, "agent.max_tokens")
	if t.finish(text) == nil {
		t.turn.composed.Cut = cut
		return nil
	}
	switch {
	case e.Call != "":
		cut = "its call of " + e.Call + " was " + cut
	case e.Thought:
		cut = "it only thought, and was " + cut
	default:
		cut = "it wrote nothing, and was " + cut
	}
	return &curtailed{e, cut}
}

// A curtailed error is a limit's, told by what came of it.
type curtailed struct {
	*llm.LimitError
	told string
}

func (e *curtailed) Error() string { return e.told }
