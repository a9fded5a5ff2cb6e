package anthropic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/ssestream"

	"familiar/llm"
	"familiar/llm/wire"
)

// An answer is what has been read of a streamed one.
type answer struct {
	provider wire.Provider
	say      wire.Say
	verdict  bool // arguments are what is wanted
	usage    llm.Usage
	call     *llm.Call // under way, its arguments in arguments
	argument strings.Builder
	refused  error
}

// read says what the response streams. It is complete at message_stop.
func (m *Model) read(response *http.Response, verdict bool, say wire.Say) (llm.Usage, error) {
	a := answer{provider: m.provider, say: say, verdict: verdict}
	a.usage.RequestID = m.provider.RequestID(response.Header)
	events := ssestream.NewDecoder(response)
	for events.Next() {
		data := bytes.TrimSpace(events.Event().Data)
		if len(data) == 0 {
			continue
		}
		var event anthropic.MessageStreamEventUnion
		if err := json.Unmarshal(data, &event); err != nil {
			return a.usage, m.provider.Unreadable(err)
		}
		switch event.Type {
		case "error":
			return a.usage, m.provider.Failed(0, response.Header, data)
		case "message_stop":
			return a.usage, a.refused
		}
		if err := a.take(event); err != nil {
			return a.usage, err
		}
	}
	return a.usage, m.provider.Broken(events.Err())
}

// take reads one event. Kinds it doesn't know, such as thinking, are none of
// the answer.
func (a *answer) take(event anthropic.MessageStreamEventUnion) error {
	switch event.Type {
	case "message_start":
		u := event.Message.Usage
		a.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens)
	case "message_delta":
		u := event.Usage
		a.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens)
		if event.Delta.StopReason == anthropic.StopReasonRefusal {
			a.refused = llm.ErrRefused
			if words := a.provider.Clean(event.Delta.StopDetails.Explanation); words != "" {
				a.refused = fmt.Errorf("%w: %s", llm.ErrRefused, words)
			}
		}
	case "content_block_start":
		if block := event.ContentBlock; block.Type == "tool_use" {
			a.call = &llm.Call{ID: block.ID, Name: block.Name}
			a.argument.Reset()
		} else if block.Type == "text" && block.Text != "" {
			return a.text(block.Text)
		}
	case "content_block_delta":
		switch event.Delta.Type {
		case "text_delta":
			return a.text(event.Delta.Text)
		case "input_json_delta":
			a.argument.WriteString(event.Delta.PartialJSON)
		}
	case "content_block_stop":
		return a.called()
	}
	return nil
}

// count takes the tokens so far; the second time has only what changed. What
// is read from the cache or written to it isn't in input.
func (a *answer) count(input, read, written, output int64) {
	if all := input + read + written; int(all) > a.usage.Input {
		a.usage.Input, a.usage.Cached = int(all), int(read)
	}
	if output > 0 {
		a.usage.Output = int(output)
	}
}

// text says text; beside a verdict there is none.
func (a *answer) text(text string) error {
	if a.verdict || text == "" {
		return nil
	}
	return a.say(llm.Delta{Text: text})
}

// called says the call whose block has ended, if it was one.
func (a *answer) called() error {
	call := a.call
	if call == nil {
		return nil
	}
	a.call = nil
	arguments, err := a.provider.Arguments(call.Name, a.argument.String())
	if err != nil {
		return err
	}
	if a.verdict {
		return a.say(llm.Delta{Text: string(arguments)})
	}
	call.Arguments = arguments
	return a.say(llm.Delta{Call: call})
}
