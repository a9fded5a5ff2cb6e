package openai

import (
	"errors"
	"slices"

	"familiar/llm/wire"
)

// An ability is something that not every server behind this API has; a set of
// them is their sum.
type ability uint32

const (
	schemas   ability = 1 << iota // response_format json_schema
	objects                       // response_format json_object
	usages                        // stream_options
	oldLimit                      // max_tokens, for which newer models have max_completion_tokens
	tooling                       // tools
	systems                       // messages of the role system
	pondering                     // thoughts where there are tools, as OpenAI's since GPT-5.4 have them elsewhere
)

// noPondering is how OpenAI says so.
const noPondering = "function tools with reasoning_effort are not supported"

// noSystem is how servers say, in lower case, that a model knows no such role: Gemini's API
// of Gemma, the chat templates of Gemma 2, OpenAI of its first models that think.
var noSystem = []string{
	"developer instruction is not enabled", "system role not supported", "system role is not supported",
	"'messages[0].role' does not support 'system'",
}

// noTools is how servers say, in lower case, that a model can't be given tools: Ollama,
// vLLM without --enable-auto-tool-choice, OpenRouter, llama.cpp without --jinja and before
// it had them, Gemini and DeepSeek, Groq, OpenAI. Each is longer than the field's name,
// which is also in what they say of a tool whose schema is wrong.
var noTools = []string{
	"not support tools", "tool choice requires --enable-auto-tool-choice", "support tool use",
	"tools param requires --jinja", "unsupported param: tools", "function calling is not enabled",
	"not support function calling", "tool calling` is not supported", "'tools' is not supported",
}

// lacking says which ability a refused request was refused for: at most one,
// none if it is for another reason. The server has to name the field, or say that the
// model takes no tools or no system prompt.
func lacking(err error, sent completion) ability {
	f, ok := errors.AsType[*wire.Failure](err)
	switch {
	case !ok:
		return 0
	case sent.ResponseFormat.is("json_schema") && (f.Names("response_format") || f.Names("json_schema")):
		return schemas
	case sent.ResponseFormat.is("json_object") && (f.Names("response_format") || f.Names("json_object")):
		return objects
	case sent.StreamOptions != nil && (f.Names("stream_options") || f.Names("include_usage")):
		return usages
	case sent.hasSystem() && slices.ContainsFunc(noSystem, f.Says):
		return systems
	case len(sent.Tools) > 0 && sent.Effort != noEffort && f.Says(noPondering):
		return pondering
	case len(sent.Tools) > 0 && sent.Effort == noEffort && f.Names("reasoning_effort"): // it always thinks
		return tooling
	case len(sent.Tools) > 0 && slices.ContainsFunc(noTools, f.Says):
		return tooling
	case sent.MaxTokens != 0 && f.Names("max_completion_tokens"):
		return oldLimit
	}
	return 0
}
