package openai

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"familiar/llm"
	"familiar/llm/wire"
)

// request returns the body for r to a provider without those abilities. Its
// error is a tool's schema that is no JSON object.
func (m *Model) request(r llm.Request, without ability) (completion, error) {
	body := completion{Model: m.options.Model, Stream: true, Temperature: m.options.Temperature, Effort: m.effort(r)}
	if without&usages == 0 {
		body.StreamOptions = &streamOptions{IncludeUsage: true}
	}
	m.bound(&body, m.limit(r), without)
	system := r.System
	if r.Verdict {
		body.ResponseFormat = verdictFormat(r.Who, without)
		if body.ResponseFormat == nil || body.ResponseFormat.JSONSchema == nil {
			system = strings.TrimSpace(system + "\n\n" + wire.VerdictWords(r.Who))
		}
	}
	if without&tooling != 0 && len(r.Tools) > 0 {
		r.Tools, system = nil, strings.TrimSpace(system+"\n\n"+noToolsWords)
	}
	said := r.Messages
	switch {
	case system == "":
	case without&systems == 0:
		body.Messages = append(body.Messages, message{Role: "system", Content: system})
	case len(said) > 0 && said[0].Role == llm.User:
		said = slices.Clone(said)
		said[0].Text = system + "\n\n" + said[0].Text
	default:
		body.Messages = append(body.Messages, message{Role: "user", Content: system})
	}
	for _, m := range said {
		if without&tooling != 0 {
			m = toolless(m)
		}
		body.Messages = append(body.Messages, wireMessage(m))
	}
	for _, t := range r.Tools {
		if len(t.Schema) > 0 && !isObject(t.Schema) {
			return body, fmt.Errorf("schema of tool %s: it is no JSON object", t.Name)
		}
		body.Tools = append(body.Tools, tool{Type: "function", Function: function{Name: t.Name, Description: t.Description, Parameters: t.Schema}})
	}
	if without&pondering != 0 && len(body.Tools) > 0 {
		body.Effort = noEffort
	}
	return body, nil
}

// noEffort is the least of [Efforts].
const noEffort = "none"

// noToolsWords is said where the tools that a prompt may speak of can't be offered.
const noToolsWords = "There are no tools here, whatever stands above: answer with your text alone."

// toolless returns a message without calls and results of tools, which it has where a model
// without any wrote a call as text: as texts.
func toolless(said llm.Message) llm.Message {
	if said.Role == llm.ToolRole {
		return llm.Message{Role: llm.User, Text: said.Text}
	}
	for _, call := range said.Calls {
		said.Text += fmt.Sprintf("\n<tool_call>{\"name\": %q, \"arguments\": %s}</tool_call>", call.Name, call.Arguments)
	}
	said.Text, said.Calls = strings.TrimSpace(said.Text), nil
	return said
}

func isObject(raw json.RawMessage) bool {
	return bytes.HasPrefix(bytes.TrimLeft(raw, " \t\r\n"), []byte("{")) && json.Valid(raw)
}

// effort is how much thought r is worth. A verdict is worth the least that every
// model which thinks can do with.
func (m *Model) effort(r llm.Request) string {
	const least = "low"
	all := Efforts()
	if asked := m.options.Effort; slices.Index(all, asked) > slices.Index(all, least) && (r.Verdict || r.Word) {
		return least
	}
	return m.options.Effort
}

// limit is how many tokens an answer to r may have; 0: as many as the provider
// gives.
func (m *Model) limit(r llm.Request) int { return cmp.Or(r.MaxTokens, m.options.MaxTokens) }

// bound sets how long the answer may get. OpenAI's newer models want another
// field for it, wherever they are served, than every other server knows.
func (m *Model) bound(body *completion, tokens int, without ability) {
	if tokens == 0 {
		return
	}
	if at, err := url.Parse(m.options.URL); without&oldLimit != 0 || err == nil && at.Hostname() == "api.openai.com" {
		body.MaxCompletionTokens = tokens
		return
	}
	body.MaxTokens = tokens
}

func wireMessage(said llm.Message) message {
	switch {
	case said.Role == llm.ToolRole:
		return message{Role: "tool", Content: said.Text, ToolCallID: said.CallID}
	case said.Role == llm.Assistant:
		return assistant(said)
	case len(said.Images) == 0:
		return message{Role: "user", Content: said.Text}
	}
	var parts []part
	for _, image := range said.Images {
		address := "data:" + image.Type + ";base64," + base64.StdEncoding.EncodeToString(image.Data)
		parts = append(parts, part{Type: "image_url", ImageURL: &imageURL{address}})
	}
	if said.Text != "" {
		parts = append(parts, part{Type: "text", Text: said.Text})
	}
	return message{Role: "user", Content: parts}
}

func assistant(said llm.Message) message {
	m := message{Role: "assistant"}
	if said.Text != "" || len(said.Calls) == 0 {
		m.Content = said.Text
	}
	for _, call := range said.Calls {
		arguments := string(call.Arguments)
		if arguments == "" {
			arguments = "{}"
		}
		var back kept
		_ = json.Unmarshal(call.Kept, &back) // another client's is none
		if back.Reasoning != nil {
			m.Reasoning = back.Reasoning
		}
		m.ToolCalls = append(m.ToolCalls, toolCall{ID: call.ID, Type: "function", Function: functionCall{call.Name, arguments}, Extra: back.Extra})
	}
	return m
}
