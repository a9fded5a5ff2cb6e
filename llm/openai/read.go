package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"familiar/llm"
	"familiar/llm/wire"
)

// An answer is what has been read of a streamed one.
type answer struct {
	provider wire.Provider
	say      wire.Say
	usage    llm.Usage
	calls    calls
	finish   string // why it ended; empty: it hasn't
	refusal  string
}

// read says what the response streams. It is complete at [DONE], or at the
// stream's end when a reason to finish came before.
func (m *Model) read(response *http.Response, say wire.Say) (llm.Usage, error) {
	a := answer{provider: m.provider, say: say}
	a.usage.RequestID = m.provider.RequestID(response.Header)
	events := ssestream.NewDecoder(response)
	done := false
	for !done && events.Next() {
		event := events.Event()
		switch data := bytes.TrimSpace(event.Data); {
		case string(data) == "[DONE]":
			done = true
		case event.Type == "error":
			return a.usage, m.provider.Failed(0, response.Header, data)
		case len(data) > 0:
			if err := a.take(response.Header, data); err != nil {
				return a.usage, err
			}
		}
	}
	if err := events.Err(); !done && (err != nil || a.finish == "") {
		return a.usage, m.provider.Broken(err)
	}
	return a.usage, a.end()
}

// take reads one chunk.
func (a *answer) take(h http.Header, data []byte) error {
	var chunk openai.ChatCompletionChunk
	if err := json.Unmarshal(data, &chunk); err != nil {
		return a.provider.Unreadable(err)
	}
	if report := chunk.JSON.ExtraFields["error"]; report.Valid() {
		return a.provider.Failed(0, h, data)
	}
	if chunk.JSON.Usage.Valid() {
		a.usage.Input = int(chunk.Usage.PromptTokens)
		a.usage.Output = int(chunk.Usage.CompletionTokens)
		a.usage.Cached = int(chunk.Usage.PromptTokensDetails.CachedTokens)
	}
	if len(chunk.Choices) == 0 {
		return nil
	}
	choice := chunk.Choices[0]
	if choice.FinishReason != "" {
		a.finish = choice.FinishReason
	}
	a.refusal += choice.Delta.Refusal
	for _, piece := range choice.Delta.ToolCalls {
		if err := a.calls.add(piece); err != nil {
			return err
		}
	}
	if choice.Delta.Content == "" {
		return nil
	}
	return a.say(llm.Delta{Text: choice.Delta.Content})
}

// end says the calls of a complete answer, or why it is none.
func (a *answer) end() error {
	switch {
	case a.refusal != "":
		return fmt.Errorf("%w: %s", llm.ErrRefused, a.provider.Clean(a.refusal))
	case a.finish == "content_filter":
		return fmt.Errorf("%w: content filter", llm.ErrRefused)
	}
	for i, c := range a.calls.all {
		call, err := c.finish(a.provider, i)
		if err != nil {
			return err
		}
		if err := a.say(llm.Delta{Call: &call}); err != nil {
			return err
		}
	}
	return nil
}
