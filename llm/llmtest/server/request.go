package server

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"familiar/llm"
)

// An API is one of the two that the server speaks.
type API string

// The APIs.
const (
	OpenAI    API = "openai"
	Anthropic API = "anthropic"
)

// A Request is what the server was asked, in our words.
type Request struct {
	API       API
	Model     string
	Key       string // as sent, without "Bearer "; empty: none
	System    string
	Messages  []llm.Message // of Anthropic's blocks, one message each tool result
	Tools     []llm.Tool
	MaxTokens int
	Verdict   bool   // a verdict was asked for, in whatever way
	Cached    bool   // the system prompt is marked for the cache
	Body      []byte // as it came
}

// maxBody bounds a request, in bytes.
const maxBody = 64 << 20

func read(api API, r *http.Request) (Request, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return Request{}, fmt.Errorf("server: read request: %w", err)
	}
	request := Request{API: api, Body: body, Key: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")}
	if api == Anthropic {
		request.Key = r.Header.Get("X-Api-Key")
		err = request.readAnthropic(body)
	} else {
		err = request.readOpenAI(body)
	}
	if err != nil {
		return Request{}, fmt.Errorf("server: %s request: %w", api, err)
	}
	return request, nil
}

// text returns a content that is a string, or the texts of one that is a list of
// parts.
func text(content json.RawMessage) string {
	var words string
	if json.Unmarshal(content, &words) == nil {
		return words
	}
	var parts []struct{ Text string }
	_ = json.Unmarshal(content, &parts) // whatever it is, it has no text
	for _, part := range parts {
		words += part.Text
	}
	return words
}

func image(media, data string) (llm.Image, error) {
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return llm.Image{}, fmt.Errorf("image: %w", err)
	}
	return llm.Image{Type: media, Data: raw}, nil
}
