package server

import (
	"encoding/json"
	"strings"

	"familiar/llm"
)

type openAIRequest struct {
	Model               string
	MaxTokens           int `json:"max_tokens"`
	MaxCompletionTokens int `json:"max_completion_tokens"`
	ResponseFormat      any `json:"response_format"`
	Messages            []openAIMessage
	Tools               []struct {
		Function struct {
			Name, Description string
			Parameters        json.RawMessage
		}
	}
}

type openAIMessage struct {
	Role       string
	Content    json.RawMessage
	ToolCallID string `json:"tool_call_id"`
	ToolCalls  []struct {
		ID       string
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
}

func (r *Request) readOpenAI(body []byte) error {
	var sent openAIRequest
	if err := json.Unmarshal(body, &sent); err != nil {
		return err
	}
	r.Model, r.MaxTokens, r.Verdict = sent.Model, sent.MaxTokens+sent.MaxCompletionTokens, sent.ResponseFormat != nil
	for _, m := range sent.Messages {
		if m.Role == "system" {
			r.System += text(m.Content)
			continue
		}
		message, err := m.read()
		if err != nil {
			return err
		}
		r.Messages = append(r.Messages, message)
	}
	for _, t := range sent.Tools {
		r.Tools = append(r.Tools, llm.Tool{Name: t.Function.Name, Description: t.Function.Description, Schema: t.Function.Parameters})
	}
	return nil
}

func (m openAIMessage) read() (llm.Message, error) {
	message := llm.Message{Role: llm.Role(m.Role), Text: text(m.Content), CallID: m.ToolCallID}
	var parts []struct {
		ImageURL struct{ URL string } `json:"image_url"`
	}
	_ = json.Unmarshal(m.Content, &parts) // a string has no images
	for _, part := range parts {
		if part.ImageURL.URL == "" {
			continue
		}
		media, data, _ := strings.Cut(strings.TrimPrefix(part.ImageURL.URL, "data:"), ";base64,")
		shown, err := image(media, data)
		if err != nil {
			return message, err
		}
		message.Images = append(message.Images, shown)
	}
	for _, call := range m.ToolCalls {
		message.Calls = append(message.Calls, llm.Call{ID: call.ID, Name: call.Function.Name, Arguments: json.RawMessage(call.Function.Arguments)})
	}
	return message, nil
}

// openAIEvents returns the events of an answer, in order.
func openAIEvents(a Answer) (events []event) {
	chunk := func(delta object, finish any) {
		events = append(events, event{data: object{
			"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "scripted",
			"choices": []object{{"index": 0, "delta": delta, "finish_reason": finish}},
		}})
	}
	finish := "stop"
	if a.Thought != "" {
		chunk(object{"reasoning_content": a.Thought}, nil)
	}
	for _, piece := range a.Text {
		chunk(object{"content": piece}, nil)
	}
	events = append(events, a.trouble()...)
	for i, call := range a.Calls {
		finish = "tool_calls"
		chunk(object{"tool_calls": []object{{"index": i, "id": call.ID, "type": "function", "function": object{"name": call.Name, "arguments": ""}}}}, nil)
		for _, half := range a.arguments(i) {
			chunk(object{"tool_calls": []object{{"index": i, "function": object{"arguments": half}}}}, nil)
		}
	}
	if a.Refusal != "" {
		chunk(object{"refusal": a.Refusal}, nil)
	}
	if a.Limit {
		finish = "length"
	}
	chunk(object{}, finish)
	if !a.NoUsage {
		events = append(events, event{data: object{
			"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": []object{},
			"usage": object{
				"prompt_tokens": a.Usage.Input, "completion_tokens": a.Usage.Output, "total_tokens": a.Usage.Input + a.Usage.Output,
				"prompt_tokens_details": object{"cached_tokens": a.Usage.Cached},
			},
		}})
	}
	return append(events, event{raw: "[DONE]"})
}
