package anthropic

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"familiar/llm"
	"familiar/llm/wire"
)

// request returns the body for r to a model without those abilities. Its error is a tool's
// schema that is no JSON object. A verdict isn't worth thought, which newer models begin
// with unless they are told not to.
func (m *Model) request(r llm.Request, without ability) (question, error) {
	body := question{
		Model:     m.options.Model,
		MaxTokens: cmp.Or(r.MaxTokens, m.options.MaxTokens),
		Messages:  turns(r.Messages),
		Stream:    true,

		Temperature: m.options.Temperature,
	}
	if effort := m.options.Effort; effort != "" {
		if r.Verdict || r.Word { // not worth more
			effort = Efforts()[0]
		}
		body.Output = &output{effort}
	}
	if r.Verdict || r.Word {
		body.Thinking = least(without)
	}
	if r.Verdict && without&forcing != 0 {
		r.System = strings.TrimSpace(r.System + "\n\n" + wire.VerdictWords(r.Who))
	}
	if strings.TrimSpace(r.System) != "" {
		// Tools, then system, then messages is the cache's order: this mark
		// holds for the tools as well.
		body.System = []block{{Type: "text", Text: r.System, CacheControl: &cacheControl{"ephemeral"}}}
	}
	tools := r.Tools
	switch {
	case !r.Verdict:
	case without&forcing == 0:
		tools = []llm.Tool{verdict(r.Who)}
		body.ToolChoice = &choice{"tool", verdictTool}
	default:
		tools = nil
	}
	for _, t := range tools {
		schema, err := inputSchema(t.Schema)
		if err != nil {
			return body, fmt.Errorf("schema of tool %s: %w", t.Name, err)
		}
		body.Tools = append(body.Tools, tool{Name: t.Name, Description: t.Description, InputSchema: schema})
	}
	return body, nil
}

// verdictTool is the tool that a judge is made to call.
const verdictTool = "verdict"

func verdict(who []string) llm.Tool {
	says := "Says whether to speak, and why in one short sentence."
	if len(who) > 0 {
		says = "Says who is to speak, and why in one short sentence."
	}
	return llm.Tool{Name: verdictTool, Description: says, Schema: wire.VerdictSchema(who)}
}

// inputSchema returns a schema as the API wants it: of an object with
// properties. None takes no arguments.
func inputSchema(raw json.RawMessage) (map[string]any, error) {
	schema := map[string]any{}
	if len(raw) > 0 {
		var known struct {
			Properties map[string]any `json:"properties"`
			Required   []string       `json:"required"`
		}
		if err := json.Unmarshal(raw, &known); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(raw, &schema); err != nil {
			return nil, err
		}
		if known.Properties == nil {
			delete(schema, "properties")
		}
		if known.Required == nil {
			delete(schema, "required")
		}
	}
	schema["type"] = "object"
	if schema["properties"] == nil {
		schema["properties"] = map[string]any{}
	}
	return schema, nil
}

// turns joins what one side says in a row, as tool results have to be, and
// leaves out blank text, which the API turns down.
func turns(messages []llm.Message) []turn {
	var turns []turn
	for _, message := range messages {
		role := "user"
		if message.Role == llm.Assistant {
			role = "assistant"
		}
		content := blocks(message)
		switch last := len(turns) - 1; {
		case len(content) == 0:
		case last >= 0 && turns[last].Role == role:
			turns[last].Content = append(turns[last].Content, content...)
		default:
			turns = append(turns, turn{role, content})
		}
	}
	return turns
}

func blocks(message llm.Message) (content []block) {
	if message.Role == llm.ToolRole {
		result := block{Type: "tool_result", ToolUseID: message.CallID}
		if strings.TrimSpace(message.Text) != "" {
			result.Content = []block{{Type: "text", Text: message.Text}}
		}
		return []block{result}
	}
	for _, image := range message.Images {
		content = append(content, block{Type: "image", Source: &source{"base64", image.Type, base64.StdEncoding.EncodeToString(image.Data)}})
	}
	if strings.TrimSpace(message.Text) != "" {
		content = append(content, block{Type: "text", Text: message.Text})
	}
	for _, call := range message.Calls {
		arguments := call.Arguments
		if len(arguments) == 0 {
			arguments = json.RawMessage("{}")
		}
		content = append(content, block{Type: "tool_use", ID: call.ID, Name: call.Name, Input: arguments})
	}
	return content
}
