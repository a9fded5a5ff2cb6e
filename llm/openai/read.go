package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"time"

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

	thought   bool    // it thought, which is none of the answer
	thoughts  *string // under the name by which DeepSeek wants them back; nil: none
	reasoning int     // tokens of that; 0: not told
}

// read says what the response to a request of that moment streams. It is
// complete at [DONE], or however the stream ends when a reason to finish came
// before.
func (m *Model) read(asked time.Time, response *http.Response, limit int, say wire.Say) (llm.Usage, error) {
	a := answer{provider: m.provider, say: say, limit: limit, asked: asked}
	a.usage.RequestID = m.provider.RequestID(response.Header)
	events := wire.NewEvents(response.Body)
	done := false
	for !done && events.Next() {
		event := events.Event()
		switch data := bytes.TrimSpace(event.Data); {
		case string(data) == "[DONE]":
			done = true
		case event.Type == "error":
			return a.usage, m.provider.Failed(0, response.Header, data)
		case len(data) > 0:
			if err := a.addChunk(response.Header, data); err != nil {
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

// addChunk reads one chunk.
func (a *answer) addChunk(h http.Header, data []byte) error {
	chunk, err := wire.Decode[chunk](data)
	if err != nil {
		return a.provider.Unreadable(err)
	}
	if given(chunk.Error) || chunk.Object == "error" {
		return a.provider.Failed(0, h, data)
	}
	if !a.begun && (len(chunk.Choices) > 0 || chunk.Usage != nil) {
		a.begun, a.usage.Response.First = true, time.Since(a.asked)
	}
	told := &a.usage.Response
	told.ID, told.Model = cmp.Or(told.ID, chunk.ID), cmp.Or(told.Model, chunk.Model)
	if used := chunk.Usage; used != nil {
		a.usage.Input = int(used.Prompt)
		a.usage.Output = int(used.Written)
		a.usage.Cached = int(used.Details.Cached)
		a.reasoning = int(used.WrittenDetails.Reasoning)
		a.thought = a.thought || a.reasoning > 0
	}
	first := slices.IndexFunc(chunk.Choices, func(c choice) bool { return c.Index == 0 })
	if first < 0 {
		return nil
	}
	said := chunk.Choices[first]
	if said.Finish != "" {
		a.finish, told.Finish = said.Finish, said.Finish
	}
	a.refusal += said.Delta.Refusal
	a.thought = a.thought || said.Delta.thinks()
	a.keepThoughts(said.Delta.ReasoningContent)
	for _, piece := range said.Delta.Calls {
		if err := a.calls.add(piece); err != nil {
			return err
		}
	}
	text := a.text(said.Delta.Content)
	if text == "" {
		return nil
	}
	return a.say(llm.Delta{Text: text})
}

// keepThoughts takes a piece of what the model thinks.
func (a *answer) keepThoughts(piece json.RawMessage) {
	var text string
	if !given(piece) || json.Unmarshal(piece, &text) != nil {
		return
	}
	if a.thoughts != nil {
		text = *a.thoughts + text
	}
	a.thoughts = &text
}

// text returns that of a content: a string, or a list of parts, as Mistral has it
// for a model that thinks.
func (a *answer) text(content json.RawMessage) (text string) {
	if !bytes.HasPrefix(content, []byte("[")) {
		_ = json.Unmarshal(content, &text) // what can't be read is no text
		return text
	}
	var parts []struct{ Type, Text string }
	_ = json.Unmarshal(content, &parts)
	for _, part := range parts {
		a.thought = a.thought || part.Type == "thinking"
		text += part.Text
	}
	return text
}

// thinks reports whether a piece holds thoughts.
func (d *delta) thinks() bool {
	for _, thought := range []json.RawMessage{d.ReasoningContent, d.Reasoning} {
		if len(thought) > len(`""`) && given(thought) {
			return true
		}
	}
	return false
}
