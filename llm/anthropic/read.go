package anthropic

import (
	"bytes"
	"net/http"
	"time"

	"familiar/llm"
	"familiar/llm/wire"
)

// An answer is what has been read of a streamed one.
type answer struct {
	provider wire.Provider
	say      wire.Say
	limit    int    // tokens it may have
	verdict  bool   // arguments are what is wanted
	beside   string // text beside a verdict
	usage    llm.Usage
	calls    []*call
	end      delta // why it ended
	thought  bool  // it thought, which is none of the answer
	begun    bool  // something of it was read
	asked    time.Time
}

// read says what the response to a request of that moment streams. It is complete at
// message_stop, or however the stream ends when a reason to stop came before.
func (m *Model) read(asked time.Time, response *http.Response, limit int, verdict bool, say wire.Say) (llm.Usage, error) {
	a := answer{provider: m.provider, say: say, limit: limit, verdict: verdict, asked: asked}
	a.usage.RequestID = m.provider.RequestID(response.Header)
	events := wire.NewEvents(response.Body)
	for events.Next() {
		data := bytes.TrimSpace(events.Event().Data)
		if len(data) == 0 {
			continue
		}
		event, err := wire.Decode[event](data)
		if err != nil {
			return a.usage, m.provider.Unreadable(err)
		}
		if !a.begun && event.Type != "" {
			a.begun, a.usage.Response.First = true, time.Since(a.asked)
		}
		switch event.Type {
		case "error":
			return a.usage, m.provider.Failed(0, response.Header, data)
		case "message_stop":
			return a.usage, a.stop()
		}
		if err := a.readEvent(event); err != nil {
			return a.usage, err
		}
	}
	if err := m.provider.Broken(a.begun, a.end.StopReason, events.Err()); err != nil {
		return a.usage, err
	}
	return a.usage, a.stop()
}

// readEvent reads one event. Kinds it doesn't know, such as thinking, are none of
// the answer.
func (a *answer) readEvent(event event) error {
	switch event.Type {
	case "message_start":
		a.count(event.Message.Usage)
		a.usage.Response.ID, a.usage.Response.Model = event.Message.ID, event.Message.Model
	case "message_delta":
		a.count(event.Usage)
		if event.Delta.StopReason != "" {
			a.end, a.usage.Response.Finish = event.Delta, event.Delta.StopReason
		}
	case "content_block_start":
		switch block := event.ContentBlock; block.Type {
		case "tool_use":
			a.calls = append(a.calls, &call{id: block.ID, name: block.Name, whole: string(block.Input)})
		case "text":
			return a.text(block.Text)
		case "thinking", "redacted_thinking":
			a.thought = true
		}
	case "content_block_delta":
		switch event.Delta.Type {
		case "text_delta":
			return a.text(event.Delta.Text)
		case "input_json_delta":
			if n := len(a.calls); n > 0 {
				a.calls[n-1].arguments.WriteString(event.Delta.PartialJSON)
			}
		}
	}
	return nil
}

// count takes the tokens so far; the second time has only what changed. What
// is read from the cache or written to it isn't in input.
func (a *answer) count(u usage) {
	if all := int(u.Input + u.CacheRead + u.CacheCreated); all > a.usage.Input {
		a.usage.Input, a.usage.Cached = all, int(u.CacheRead)
	}
	if u.Output > 0 {
		a.usage.Output = int(u.Output)
	}
}

// text says text; beside a verdict it is kept, in case there is none.
func (a *answer) text(text string) error {
	if a.verdict {
		a.beside += text
		return nil
	}
	if text == "" {
		return nil
	}
	return a.say(llm.Delta{Text: text})
}
