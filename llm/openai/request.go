package openai

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"familiar/llm"
)

// request gives the body for r to a provider without those abilities. Its
// error is a tool's schema that is no JSON object.
func (m *Model) request(r llm.Request, without ability) (openai.ChatCompletionNewParams, error) {
	body := openai.ChatCompletionNewParams{Model: m.options.Model}
	if without&usages == 0 {
		body.StreamOptions.IncludeUsage = openai.Bool(true)
	}
	m.bound(&body, m.limit(r), without)
	system := r.System
	if r.Verdict {
		body.ResponseFormat = verdictFormat(without)
		if body.ResponseFormat.OfJSONSchema == nil {
			system = strings.TrimSpace(system + "\n\n" + verdictWords)
		}
	}
	if system != "" {
		body.Messages = append(body.Messages, openai.SystemMessage(system))
	}
	for _, message := range r.Messages {
		body.Messages = append(body.Messages, wireMessage(message))
	}
	for _, tool := range r.Tools {
		function := shared.FunctionDefinitionParam{Name: tool.Name}
		if tool.Description != "" {
			function.Description = openai.String(tool.Description)
		}
		if len(tool.Schema) > 0 {
			if err := json.Unmarshal(tool.Schema, &function.Parameters); err != nil {
				return body, fmt.Errorf("schema of tool %s: %w", tool.Name, err)
			}
		}
		body.Tools = append(body.Tools, openai.ChatCompletionFunctionTool(function))
	}
	return body, nil
}

// limit is how many tokens an answer to r may have; 0: as many as the provider
// gives.
func (m *Model) limit(r llm.Request) int { return cmp.Or(r.MaxTokens, m.options.MaxTokens) }

// bound sets how long the answer may get. OpenAI's newer models want another
// field for it, wherever they are served, than every other server knows.
func (m *Model) bound(body *openai.ChatCompletionNewParams, tokens int, without ability) {
	if tokens == 0 {
		return
	}
	if at, err := url.Parse(m.options.URL); without&oldLimit != 0 || err == nil && at.Hostname() == "api.openai.com" {
		body.MaxCompletionTokens = openai.Int(int64(tokens))
		return
	}
	body.MaxTokens = openai.Int(int64(tokens))
}

func wireMessage(message llm.Message) openai.ChatCompletionMessageParamUnion {
	switch {
	case message.Role == llm.ToolRole:
		return openai.ToolMessage(message.Text, message.CallID)
	case message.Role == llm.Assistant:
		return assistant(message)
	case len(message.Images) == 0:
		return openai.UserMessage(message.Text)
	}
	var parts []openai.ChatCompletionContentPartUnionParam
	for _, image := range message.Images {
		address := "data:" + image.Type + ";base64," + base64.StdEncoding.EncodeToString(image.Data)
		parts = append(parts, openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: address}))
	}
	if message.Text != "" {
		parts = append(parts, openai.TextContentPart(message.Text))
	}
	return openai.UserMessage(parts)
}

func assistant(message llm.Message) openai.ChatCompletionMessageParamUnion {
	var said openai.ChatCompletionAssistantMessageParam
	if message.Text != "" || len(message.Calls) == 0 {
		said.Content.OfString = openai.String(message.Text)
	}
	for _, call := range message.Calls {
		arguments := string(call.Arguments)
		if arguments == "" {
			arguments = "{}"
		}
		said.ToolCalls = append(said.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{
			OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
				ID:       call.ID,
				Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{Name: call.Name, Arguments: arguments},
			},
		})
	}
	return openai.ChatCompletionMessageParamUnion{OfAssistant: &said}
}
