package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"familiar/llm"
	"familiar/llm/wire"
)

// An answer is what has been read of a streamed one.
type answer struct {
	provider wire.Provider
	say      wire.Say
	limit    int // tokens it may have; 0: as many as the provider gives
	usage    llm.Usage
	calls    calls
	asked    time.Time
	begun    bool   // something of it was read
	finish   string // why it ended; empty: it hasn't
	refusal  string

	thought   bool // it thought, which is none of the answer
	reasoning int  // tokens of that; 0: not told
}

// read says what the response to a request of that moment streams. It is
// complete at [DONE], or however the stream ends when a reason to finish came
// before.
func (m *Model) read(asked time.Time, response *http.Response, limit int, say wire.Say) (llm.Usage, error) {
	a := answer{provider: m.provider, say: say, limit: limit, asked: asked}
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
			if err := a.readChunk(response.Header, data); err != nil {
				return a.usage, err
			}
		}
	}
	if !done || !a.begun {
		if err := m.provider.Broken(a.begun, a.finish, events.Err()); err != nil {
			return a.usage, err
		}
	}
	return a.usage, a.endAnswer()
}

// readChunk reads one chunk.
func (a *answer) readChunk(h http.Header, data []byte) error {
	var chunk openai.ChatCompletionChunk
	if err := json.Unmarshal(data, &chunk); err != nil {
		return a.provider.Unreadable(err)
	}
	if report := chunk.JSON.ExtraFields["error"]; report.Valid() || chunk.JSON.Object.Raw() == `"error"` {
		return a.provider.Failed(0, h, data)
	}
	if !a.begun && (len(chunk.Choices) > 0 || chunk.JSON.Usage.Valid()) {
		a.begun, a.usage.Response.First = true, time.Since(a.asked)
	}
	told := &a.usage.Response
	told.ID, told.Model = cmp.Or(told.ID, chunk.ID), cmp.Or(told.Model, chunk.Model)
	if chunk.JSON.Usage.Valid() {
		a.usage.Input = int(chunk.Usage.PromptTokens)
		a.usage.Output = int(chunk.Usage.CompletionTokens)
		a.usage.Cached = int(chunk.Usage.PromptTokensDetails.CachedTokens)
		a.reasoning = int(chunk.Usage.CompletionTokensDetails.ReasoningTokens)
		a.thought = a.thought || a.reasoning > 0
	}
	first := slices.IndexFunc(chunk.Choices, func(c openai.ChatCompletionChunkChoice) bool { return c.Index == 0 })
	if first < 0 {
		return nil
	}
	choice := chunk.Choices[first]
	if choice.FinishReason != "" {
		a.finish, told.Finish = choice.FinishReason, choice.FinishReason
	}
	a.refusal += choice.Delta.Refusal
	a.thought = a.thought || thinks(choice.Delta)
	for _, piece := range choice.Delta.ToolCalls {
		if err := a.calls.add(piece); err != nil {
			return err
		}
	}
	text := choice.Delta.Content
	if raw := choice.Delta.JSON.Content.Raw(); strings.HasPrefix(raw, "[") {
		text = a.parts(raw)
	}
	if text == "" {
		return nil
	}
	return a.say(llm.Delta{Text: text})
}

// parts returns the text of a content that is a list of parts, as Mistral has it
// for a model that thinks.
func (a *answer) parts(raw string) (text string) {
	var parts []struct{ Type, Text string }
	_ = json.Unmarshal([]byte(raw), &parts) // what can't be read is no text
	for _, part := range parts {
		a.thought = a.thought || part.Type == "thinking"
		text += part.Text
	}
	return text
}

// thinks reports whether a piece holds thoughts: vLLM and DeepSeek name them
// one way, OpenRouter and Ollama the other.
func thinks(piece openai.ChatCompletionChunkChoiceDelta) bool {
	for _, name := range []string{"reasoning_content", "reasoning"} {
		if thought := piece.JSON.ExtraFields[name].Raw(); len(thought) > len(`""`) && thought != "null" {
			return true
		}
	}
	return false
}
