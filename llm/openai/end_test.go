package openai_test

import (
	"errors"
	"fmt"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/llm/openai"
)

// TestWordsForTheEnd: a server that speaks OpenAI's form has its own words for
// why an answer ended, and often none for a context that is full.
func TestWordsForTheEnd(t *testing.T) {
	ends := func(finish, usage string) string {
		return fmt.Sprintf(`data: {"choices":[{"index":0,"delta":{"content":"Moths fly"},"finish_reason":"%s"}],"usage":%s}`+"\n\ndata: [DONE]\n\n", finish, usage)
	}
	const none = "null"
	counted := func(output, reasoning int) string {
		return fmt.Sprintf(`{"prompt_tokens":9,"completion_tokens":%d,"completion_tokens_details":{"reasoning_tokens":%d}}`, output, reasoning)
	}
	limit := func(e llm.LimitError) error { return &e }
	for _, test := range []struct {
		name string
		body string
		want error
	}{
		{"a stop", ends("stop", none), nil},
		{"a word nobody knows", ends("eos_token", none), nil},
		{"the limit", ends("length", none), limit(llm.LimitError{Tokens: 500})},
		{"the limit, as another API has it", ends("MAX_TOKENS", none), limit(llm.LimitError{Tokens: 500})},
		{"the limit, a few tokens less", ends("length", counted(490, 0)), limit(llm.LimitError{Tokens: 500})},
		{"the context, since far less was written", ends("length", counted(40, 0)), limit(llm.LimitError{Tokens: 500, Full: true})},
		{"the limit, most of it thought", ends("length", counted(40, 460)), limit(llm.LimitError{Tokens: 500, Thought: true})},
		{"the limit, all of it thought, which is turned down", "400", limit(llm.LimitError{Tokens: 500, Thought: true})},
		{"the context, by its own word", ends("model_length", none), limit(llm.LimitError{Tokens: 500, Full: true})},
		{"a filter", ends("content_filter", none), llm.ErrRefused},
		{"an error that only says it is one", `data: {"object":"error","message":"too long","type":"BadRequestError","code":400}` + "\n\ndata: [DONE]\n\n", llm.ErrInvalid},
		{"trouble of the server's", ends("insufficient_system_resource", none), llm.ErrCut},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer := server.Answer{Body: test.body}
			if test.body == "400" {
				answer = server.Fail(400, `{"error":{"message":"Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.","type":"invalid_request_error"}}`)
			}
			m := openai.New(openai.Options{Model: "m-1", MaxTokens: 500, URL: server.Start(t, server.New(answer)) + "/v1"})
			var last error
			for _, err := range m.Generate(t.Context(), llm.Request{}) {
				last = err
			}
			got, limited := errors.AsType[*llm.LimitError](last)
			want, wants := test.want.(*llm.LimitError) //nolint:errorlint // it is made here
			if limited != wants || limited && *got != *want || !limited && !errors.Is(last, test.want) {
				t.Errorf("got %v, want %v", last, test.want)
			}
		})
	}
}
