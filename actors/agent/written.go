package agent

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"familiar/llm"
	"familiar/llm/answer"
)

// Small models, and servers that don't know a model's form, give calls as text:
// <tool_call>{"name": …, "arguments": {…}}</tool_call> as Hermes and Qwen write it,
// <function=send>{…}</function> as Llama does, or the object alone, maybe fenced as code.
var (
	taggedCall = regexp.MustCompile(`(?s)<tool_call>\s*(\{.*?\})\s*</tool_call>|<function=([\w-]+)>\s*(\{.*?\})\s*</function>`)
	fencedCall = regexp.MustCompile("(?s)^```(?:json)?\\s*(.*?)\\s*```$")
	namedCall  = regexp.MustCompile(`"name"\s*:\s*"([\w-]+)"`)
)

// A writtenCall is a call as a model writes it.
type writtenCall struct {
	Name       string          `json:"name"`
	Arguments  json.RawMessage `json:"arguments"`
	Parameters json.RawMessage `json:"parameters"`
	Function   *writtenCall    `json:"function"`
}

// written returns the calls that a text without any is, and what it says before them; nil
// where it is a text. Only tools that there are can be called so, and none where what the
// model was shown has a call: it may be repeating that because somebody asked it to.
func (b Toolbox) written(text string, shown []llm.Message) (said string, calls []llm.Call) {
	said, calls = b.callsIn(answer.Unthought(text))
	if calls == nil || slices.ContainsFunc(shown, func(m llm.Message) bool { return m.Role != llm.Assistant && b.hasCall(m.Text) }) {
		return text, nil
	}
	return said, calls
}

// callsIn returns the calls in a text without thoughts, and what is before them; nil: it is
// none, or has what looks like one and isn't.
func (b Toolbox) callsIn(text string) (before string, calls []llm.Call) {
	if b["skip"] != nil && strings.EqualFold(strings.Trim(text, "`().*"), "skip") {
		return "", []llm.Call{{ID: callID(1), Name: "skip", Arguments: json.RawMessage("{}")}}
	}
	found := taggedCall.FindAllStringSubmatchIndex(text, -1)
	if found == nil {
		if fenced := fencedCall.FindStringSubmatch(text); fenced != nil {
			text = fenced[1]
		}
		if call, ok := b.asCall("", text, 1); ok {
			return "", []llm.Call{call}
		}
		return "", nil
	}
	part := func(at []int, k int) string {
		if at[2*k] < 0 {
			return ""
		}
		return text[at[2*k]:at[2*k+1]]
	}
	for _, at := range found {
		call, ok := b.asCall(part(at, 2), part(at, 1)+part(at, 3), len(calls)+1)
		if !ok {
			return "", nil
		}
		calls = append(calls, call)
	}
	return strings.TrimSpace(text[:found[0][0]]), calls
}

// hasCall reports whether a text has something that is read as a call.
func (b Toolbox) hasCall(text string) bool {
	if strings.Contains(text, "<tool_call>") || strings.Contains(text, "<function=") {
		return true
	}
	return slices.ContainsFunc(namedCall.FindAllStringSubmatch(text, -1), func(named []string) bool { return b[named[1]] != nil })
}

// callID names the n-th call, in nine letters and digits as Mistral's models want it.
func callID(n int) string { return fmt.Sprintf("wrote%04d", n) }

// asCall reads an object as the n-th call: of that tool, whose arguments it is, or of the
// one that it names.
func (b Toolbox) asCall(name, object string, n int) (call llm.Call, ok bool) {
	arguments := json.RawMessage(object)
	if name == "" {
		var w writtenCall
		if !strings.HasPrefix(object, "{") || json.Unmarshal([]byte(object), &w) != nil {
			return call, false
		}
		if w.Function != nil {
			w = *w.Function
		}
		if name, arguments = w.Name, w.Arguments; arguments == nil {
			arguments = w.Parameters
		}
	}
	var fields map[string]json.RawMessage
	if b[name] == nil || json.Unmarshal(arguments, &fields) != nil || fields == nil {
		return call, false
	}
	return llm.Call{ID: callID(n), Name: name, Arguments: arguments}, true
}
