package wire_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest/server"
)

// TestLimit: an answer that may get no longer says so, and isn't taken for one
// that is whole or can't be read.
func TestLimit(t *testing.T) {
	used := llm.Usage{Input: 1000, Output: 70, RequestID: "req_7"}
	call := llm.Call{ID: "c", Name: "send", Arguments: json.RawMessage(`{"text":"hi"}`)}
	for _, test := range []struct {
		name   string
		answer server.Answer
		text   string
		want   llm.LimitError
	}{
		{"in its text", server.Answer{Text: []string{"Moths fly ", "by ni"}, Usage: used}, "Moths fly by ni", llm.LimitError{Tokens: 77}},
		{"in a call", server.Answer{Text: []string{"Look:"}, Calls: []llm.Call{call}, Usage: used}, "Look:", llm.LimitError{Tokens: 77, Call: "send"}},
		{"in the second of two", server.Answer{Calls: []llm.Call{call, call}, Usage: used}, "", llm.LimitError{Tokens: 77, Call: "send"}},
		{"in a call without arguments", server.Answer{Calls: []llm.Call{{ID: "c", Name: "skip"}}, Usage: used}, "", llm.LimitError{Tokens: 77, Call: "skip"}},
		{"in its thoughts", server.Answer{Thought: "She wants to know", Usage: used}, "", llm.LimitError{Tokens: 77, Thought: true}},
		{"in its text after a thought", server.Answer{Thought: "Hm.", Text: []string{"Moths"}, Usage: used}, "Moths", llm.LimitError{Tokens: 77, Thought: true}},
		{"before a word", server.Answer{Usage: used}, "", llm.LimitError{Tokens: 77}},
	} {
		t.Run(test.name, func(t *testing.T) {
			over(t, func(t *testing.T, client func(string) llm.Model) {
				test.answer.Limit = true
				asked := hello
				asked.MaxTokens = 77
				got := generate(t.Context(), client(server.Start(t, server.New(test.answer))), asked)
				limit, ok := errors.AsType[*llm.LimitError](got.err)
				if !ok || *limit != test.want || got.text != test.text || len(got.calls) > 0 {
					t.Fatalf("got %q, calls %+v and %v; want %q and %+v", got.text, got.calls, got.err, test.text, test.want)
				}
				want := used
				want.Cost = price.Cost(used)
				if !reflect.DeepEqual(got.usage, []llm.Usage{want}) {
					t.Errorf("got usage %+v, want %+v", got.usage, want)
				}
			})
		})
	}
}
