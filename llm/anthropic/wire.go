package anthropic

import "encoding/json"

// What goes over the wire, as far as it is used; the SDK's types make the
// linker keep 5 MB for it.

// A question asks for an answer.
type question struct {
	Model      string  `json:"model"`
	MaxTokens  int     `json:"max_tokens"`
	System     []block `json:"system,omitempty"`
	Messages   []turn  `json:"messages"`
	Tools      []tool  `json:"tools,omitempty"`
	ToolChoice *choice `json:"tool_choice,omitempty"`
	Stream     bool    `json:"stream"`

	Temperature *float64 `json:"temperature,omitempty"` // nil: the provider's; 0 is a value
	Output      *output  `json:"output_config,omitempty"`

	Thinking *thinking `json:"thinking,omitempty"` // nil: as the model does unless it is told
}

// A thinking is how a model is to think.
type thinking struct {
	Type string `json:"type"`
}

// An output is how much the answer may take.
type output struct {
	Effort string `json:"effort"`
}

// A turn is what one side says.
type turn struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

// A block is a text, an image, a call or its result, by its type.
type block struct {
	Type         string          `json:"type"`
	Text         string          `json:"text,omitempty"`
	Source       *source         `json:"source,omitempty"`
	ID           string          `json:"id,omitempty"` // of a call, with name and input
	Name         string          `json:"name,omitempty"`
	Input        json.RawMessage `json:"input,omitempty"`
	ToolUseID    string          `json:"tool_use_id,omitempty"` // of a result, with content
	Content      []block         `json:"content,omitempty"`
	CacheControl *cacheControl   `json:"cache_control,omitempty"`
}

type source struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      string `json:"data"`
}

type cacheControl struct {
	Type string `json:"type"`
}

type tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	InputSchema map[string]any `json:"input_schema"`
}

// A choice is the tool that has to be called.
type choice struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

// An event is one of an answer.
type event struct {
	Type    string `json:"type"`
	Message struct {
		ID    string `json:"id"`
		Model string `json:"model"`
		Usage usage  `json:"usage"`
	} `json:"message"`
	ContentBlock struct {
		Type  string          `json:"type"`
		Text  string          `json:"text"`
		ID    string          `json:"id"`
		Name  string          `json:"name"`
		Input json.RawMessage `json:"input"`
	} `json:"content_block"`
	Delta delta `json:"delta"`
	Usage usage `json:"usage"`
}

// A usage counts tokens, which may come with a point.
type usage struct {
	Input        float64 `json:"input_tokens"`
	CacheRead    float64 `json:"cache_read_input_tokens"`
	CacheCreated float64 `json:"cache_creation_input_tokens"`
	Output       float64 `json:"output_tokens"`
}

type delta struct {
	Type        string `json:"type"`
	Text        string `json:"text"`
	PartialJSON string `json:"partial_json"`
	StopReason  string `json:"stop_reason"`
	StopDetails struct {
		Explanation string `json:"explanation"`
	} `json:"stop_details"`
}
