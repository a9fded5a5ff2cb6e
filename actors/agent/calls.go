package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"familiar/llm"
	"familiar/llm/quote"
)

// carryOut does the calls of one round in order and puts them and their
// results into the dialogue. Before the last round it says so.
func (t *talk) carryOut(ctx context.Context, text string, calls []llm.Call, last bool) {
	t.request.Messages = append(t.request.Messages, llm.Message{Role: llm.Assistant, Text: text, Calls: calls})
	for i, call := range calls {
		result := "too many calls at once: this one was not carried out"
		if i < t.Config.RoundCalls {
			result = t.use(ctx, call)
		}
		p := quote.NewPage(t.turn.tag, t.Config.MaxResult)
		p.Result(call.Name, result)
		if last && i == len(calls)-1 {
			p.Notice("tools", t.Texts.NoTools)
		}
		t.request.Messages = append(t.request.Messages, llm.Message{Role: llm.ToolRole, CallID: call.ID, Text: p.String()})
	}
	t.showImages()
}

// showImages shows what pictures were opened: a tool's result can't hold any.
func (t *talk) showImages() {
	if len(t.turn.images) == 0 {
		return
	}
	p := quote.NewPage(t.turn.tag, t.Config.MaxResult)
	p.Heading("What you opened")
	t.request.Messages = append(t.request.Messages, llm.Message{Role: llm.User, Text: p.String(), Images: t.turn.images})
	t.turn.images = nil
}

// use carries out one call and gives the words of its result, whatever
// happens.
func (t *talk) use(ctx context.Context, call llm.Call) (result string) {
	tool, ok := t.Tools[call.Name]
	if !ok {
		return fmt.Sprintf("there is no tool %q", quote.OneLine(call.Name, 64))
	}
	key := call.Name + " " + canonical(call.Arguments)
	if t.seen[key]++; t.seen[key] > t.Config.SameCalls {
		return fmt.Sprintf("you have made this call %d times: this one was not carried out", t.Config.SameCalls)
	}
	defer func() {
		if p := recover(); p != nil {
			result = fmt.Sprintf("failed: the tool panicked: %v", p)
		}
	}()
	t.turn.call = call.ID
	result, err := tool.Use(ctx, &t.turn, call.Arguments)
	if err != nil {
		return "failed: " + err.Error()
	}
	return result
}

// canonical makes arguments that differ only in white space the same.
func canonical(arguments json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, arguments) != nil {
		return string(arguments)
	}
	return b.String()
}
