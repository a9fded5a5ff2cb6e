package anthropic

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"

	"familiar/llm"
	"familiar/llm/wire"
)

// request returns the body for r. Its error is a tool's schema that is no JSON
// object.
func (m *Model) request(r llm.Request) (anthropic.MessageNewParams, error) {
	body := anthropic.MessageNewParams{
		Model:     anthropic.Model(m.options.Model),
		MaxTokens: int64(m.options.MaxTokens),
		Messages:  turns(r.Messages),
	}
	if r.MaxTokens > 0 {
		body.MaxTokens = int64(r.MaxTokens)
	}
	if strings.TrimSpace(r.System) != "" {
		// Tools, then system, then messages is the cache's order: this mark
		// holds for the tools as well.
		body.System = []anthropic.TextBlockParam{{Text: r.System, CacheControl: anthropic.NewCacheControlEphemeralParam()}}
	}
	tools := r.Tools
	if r.Verdict {
		tools = []llm.Tool{verdict}
		body.ToolChoice = anthropic.ToolChoiceParamOfTool(verdict.Name)
	}
	for _, tool := range tools {
		schema, err := inputSchema(tool.Schema)
		if err != nil {
			return body, fmt.Errorf("schema of tool %s: %w", tool.Name, err)
		}
		offered := anthropic.ToolUnionParamOfTool(schema, tool.Name)
		if tool.Description != "" {
			offered.OfTool.Description = anthropic.String(tool.Description)
		}
		body.Tools = append(body.Tools, offered)
	}
	return body, nil
}

// verdict is the tool that a judge is made to call.
var verdict = llm.Tool{
	Name:        "verdict",
	Description: "Says whether to speak, and why in one short sentence.",
	Schema:      json.RawMessage(wire.VerdictSchema),
}

// inputSchema splits a schema as the SDK wants it. None takes no arguments.
func inputSchema(raw json.RawMessage) (anthropic.ToolInputSchemaParam, error) {
	schema := anthropic.ToolInputSchemaParam{Properties: map[string]any{}}
	if len(raw) == 0 {
		return schema, nil
	}
	var known struct {
		Properties map[string]any `json:"properties"`
		Required   []string       `json:"required"`
	}
	rest := map[string]any{}
	if err := json.Unmarshal(raw, &known); err != nil {
		return schema, err
	}
	if err := json.Unmarshal(raw, &rest); err != nil {
		return schema, err
	}
	for _, name := range []string{"type", "properties", "required"} {
		delete(rest, name)
	}
	if known.Properties != nil {
		schema.Properties = known.Properties
	}
	schema.Required, schema.ExtraFields = known.Required, rest
	return schema, nil
}

// turns joins what one side says in a row, as tool results have to be, and
// leaves out blank text, which the API turns down.
func turns(messages []llm.Message) []anthropic.MessageParam {
	var turns []anthropic.MessageParam
	for _, message := range messages {
		role := anthropic.MessageParamRoleUser
		if message.Role == llm.Assistant {
			role = anthropic.MessageParamRoleAssistant
		}
		content := blocks(message)
		switch last := len(turns) - 1; {
		case len(content) == 0:
		case last >= 0 && turns[last].Role == role:
			turns[last].Content = append(turns[last].Content, content...)
		default:
			turns = append(turns, anthropic.MessageParam{Role: role, Content: content})
		}
	}
	return turns
}

func blocks(message llm.Message) (content []anthropic.ContentBlockParamUnion) {
	if message.Role == llm.ToolRole {
		result := anthropic.ToolResultBlockParam{ToolUseID: message.CallID}
		if strings.TrimSpace(message.Text) != "" {
			result.Content = []anthropic.ToolResultBlockParamContentUnion{{OfText: &anthropic.TextBlockParam{Text: message.Text}}}
		}
		return []anthropic.ContentBlockParamUnion{{OfToolResult: &result}}
	}
	for _, image := range message.Images {
		content = append(content, anthropic.NewImageBlockBase64(image.Type, base64.StdEncoding.EncodeToString(image.Data)))
	}
	if strings.TrimSpace(message.Text) != "" {
		content = append(content, anthropic.NewTextBlock(message.Text))
	}
	for _, call := range message.Calls {
		arguments := call.Arguments
		if len(arguments) == 0 {
			arguments = json.RawMessage("{}")
		}
		content = append(content, anthropic.NewToolUseBlock(call.ID, arguments, call.Name))
	}
	return content
}
