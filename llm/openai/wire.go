package openai

import "encoding/json"

// What goes over the wire, as far as it is used. The SDK has all of it in one
// package, which registers each of its types when the program starts: the
// linker then keeps 20 MB for the few that are here.

// A completion asks for an answer.
type completion struct {
	Model          string         `json:"model"`
	Messages       []message      `json:"messages,omitempty"`
	Tools          []tool         `json:"tools,omitempty"`
	ResponseFormat *format        `json:"response_format,omitempty"`
	Stream         bool           `json:"stream"`
	StreamOptions  *streamOptions `json:"stream_options,omitempty"`
	Temperature    *float64       `json:"temperature,omitempty"` // nil: the provider's; 0 is a value
	Effort         string         `json:"reasoning_effort,omitempty"`

	// How many tokens the answer may have, under its older and newer name; 0:
	// as many as the provider gives.
	MaxTokens           int `json:"max_tokens,omitempty"`
	MaxCompletionTokens int `json:"max_completion_tokens,omitempty"`
}

// hasSystem reports whether it begins with a system prompt.
func (c *completion) hasSystem() bool { return len(c.Messages) > 0 && c.Messages[0].Role == "system" }

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type message struct {
	Role       string     `json:"role"`
	Content    any        `json:"content,omitempty"` // string or []part; nil: there are calls only
	ToolCalls  []toolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"` // which call it answers

	Reasoning *string `json:"reasoning_content,omitempty"` // what the model thought before its calls, for a server that wants it back
}

// A part of a message is a text or an image.
type part struct {
	Type     string    `json:"type"`
	Text     string    `json:"text,omitempty"`
	ImageURL *imageURL `json:"image_url,omitempty"`
}

type imageURL struct {
	URL string `json:"url"`
}

type toolCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function functionCall `json:"function"`

	Extra json.RawMessage `json:"extra_content,omitempty"` // as the server gave it
}

type functionCall struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type tool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

// A format is what an answer has to be.
type format struct {
	Type       string      `json:"type"`
	JSONSchema *jsonSchema `json:"json_schema,omitempty"`
}

// is reports whether an answer has to be of that type; f may be nil.
func (f *format) is(name string) bool { return f != nil && f.Type == name }

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// A chunk is one event of an answer. Numbers may come with a point.
type chunk struct {
	ID      string          `json:"id"`
	Model   string          `json:"model"`
	Object  any             `json:"object"` // "error" is one
	Error   json.RawMessage `json:"error"`
	Choices []choice        `json:"choices"`
	Usage   *struct {
		Prompt  float64 `json:"prompt_tokens"`
		Written float64 `json:"completion_tokens"`
		Details struct {
			Cached float64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		WrittenDetails struct {
			Reasoning float64 `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	} `json:"usage"`
}

type choice struct {
	Index  float64 `json:"index"`
	Finish string  `json:"finish_reason"`
	Delta  delta   `json:"delta"`
}

type delta struct {
	Content json.RawMessage `json:"content"` // a string, or a list of parts
	Refusal string          `json:"refusal"`
	Calls   []callPiece     `json:"tool_calls"`

	// Thoughts: vLLM and DeepSeek name them one way, OpenRouter and Ollama the
	// other.
	ReasoningContent json.RawMessage `json:"reasoning_content"`
	Reasoning        json.RawMessage `json:"reasoning"`
}

type callPiece struct {
	Index    float64 `json:"index"`
	ID       string  `json:"id"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
	Extra json.RawMessage `json:"extra_content"`
}

// A kept is what a server wants back with a call: Gemini 3 the signature of its thoughts
// with each, DeepSeek what it thought, with their message. Both turn down the next request
// without. The message's is with its first call.
type kept struct {
	Extra     json.RawMessage `json:"extra_content,omitempty"`
	Reasoning *string         `json:"reasoning_content,omitempty"`
}

// given reports whether a field is there and not null.
func given(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }
