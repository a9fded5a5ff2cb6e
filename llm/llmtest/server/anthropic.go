package server

import (
	"encoding/json"

	"familiar/llm"
)

type anthropicRequest struct {
	Model     string
	MaxTokens int `json:"max_tokens"`
	System    []struct {
		Text         string
		CacheControl any `json:"cache_control"`
	}
	Messages []struct {
		Role    string
		Content []anthropicBlock
	}
	Tools []struct {
		Name, Description string
		InputSchema       json.RawMessage `json:"input_schema"`
	}
	ToolChoice struct{ Name string } `json:"tool_choice"`
}

type anthropicBlock struct {
	Type, Text, ID, Name string
	Input                json.RawMessage
	ToolUseID            string `json:"tool_use_id"`
	Content              json.RawMessage
	Source               struct {
		MediaType string `json:"media_type"`
		Data      string
	}
}

func (r *Request) readAnthropic(body []byte) error {
	var sent anthropicRequest
	if err := json.Unmarshal(body, &sent); err != nil {
		return err
	}
	r.Model, r.MaxTokens, r.Verdict = sent.Model, sent.MaxTokens, sent.ToolChoice.Name == "verdict"
	for _, block := range sent.System {
		r.System += block.Text
		r.Cached = block.CacheControl != nil
	}
	for _, m := range sent.Messages {
		said := llm.Message{Role: llm.Role(m.Role)}
		for _, block := range m.Content {
			if block.Type == "tool_result" {
				r.Messages = append(r.Messages, llm.Message{Role: llm.ToolRole, CallID: block.ToolUseID, Text: text(block.Content)})
				continue
			}
			if err := block.read(&said); err != nil {
				return err
			}
		}
		if said.Text != "" || said.Images != nil || said.Calls != nil {
			r.Messages = append(r.Messages, said)
		}
	}
	for _, t := range sent.Tools {
		r.Tools = append(r.Tools, llm.Tool{Name: t.Name, Description: t.Description, Schema: t.InputSchema})
	}
	return nil
}

func (b anthropicBlock) read(into *llm.Message) error {
	switch b.Type {
	case "text":
		into.Text += b.Text
	case "tool_use":
		into.Calls = append(into.Calls, llm.Call{ID: b.ID, Name: b.Name, Arguments: b.Input})
	case "image":
		shown, err := image(b.Source.MediaType, b.Source.Data)
		if err != nil {
			return err
		}
		into.Images = append(into.Images, shown)
	}
	return nil
}

// anthropicEvents returns the events of an answer, in order.
func anthropicEvents(a Answer) (events []event) {
	add := func(kind string, data object) {
		data["type"] = kind
		events = append(events, event{kind: kind, data: data})
	}
	used := object{}
	if !a.NoUsage {
		used = object{"input_tokens": a.Usage.Input - a.Usage.Cached, "cache_read_input_tokens": a.Usage.Cached, "output_tokens": 1}
	}
	add("message_start", object{"message": object{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []object{}, "usage": used,
	}})
	index, stop := 0, "end_turn"
	if a.Thought != "" {
		add("content_block_start", object{"index": index, "content_block": object{"type": "thinking", "thinking": "", "signature": ""}})
		add("content_block_delta", object{"index": index, "delta": object{"type": "thinking_delta", "thinking": a.Thought}})
		add("content_block_stop", object{"index": index})
		index++
	}
	if len(a.Text) > 0 {
		add("content_block_start", object{"index": index, "content_block": object{"type": "text", "text": ""}})
		add("ping", object{})
		for _, piece := range a.Text {
			add("content_block_delta", object{"index": index, "delta": object{"type": "text_delta", "text": piece}})
		}
		add("content_block_stop", object{"index": index})
		index++
	}
	events = append(events, a.trouble()...)
	for i, call := range a.Calls {
		stop = "tool_use"
		add("content_block_start", object{"index": index, "content_block": object{"type": "tool_use", "id": call.ID, "name": call.Name, "input": object{}}})
		for _, half := range a.arguments(i) {
			add("content_block_delta", object{"index": index, "delta": object{"type": "input_json_delta", "partial_json": half}})
		}
		add("content_block_stop", object{"index": index})
		index++
	}
	if a.Limit {
		stop = "max_tokens"
	}
	end := object{"stop_reason": stop}
	if a.Refusal != "" {
		end = object{"stop_reason": "refusal", "stop_details": object{"type": "refusal", "explanation": a.Refusal}}
	}
	usage := object{}
	if !a.NoUsage {
		usage["output_tokens"] = a.Usage.Output
	}
	add("message_delta", object{"delta": end, "usage": usage})
	add("message_stop", object{})
	return events
}
