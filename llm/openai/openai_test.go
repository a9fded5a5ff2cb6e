package openai_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/llm/openai"
)

func say(t *testing.T, m llm.Model, r llm.Request) (text string, calls []llm.Call) {
	t.Helper()
	for d, err := range m.Generate(t.Context(), r) {
		if err != nil {
			t.Fatalf("generate: %v", err)
		}
		text += d.Text
		if d.Call != nil {
			calls = append(calls, *d.Call)
		}
	}
	return text, calls
}

func TestRequestShape(t *testing.T) {
	script := server.New(server.Say("hi"))
	m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, script) + "/v1", MaxTokens: 9})
	say(t, m, llm.Request{
		System: "Be terse.",
		Messages: []llm.Message{
			{Role: llm.User, Text: "look", Images: []llm.Image{{Type: "image/png", Data: []byte("x")}}},
			{Role: llm.Assistant, Calls: []llm.Call{{ID: "c1", Name: "skip"}}},
			{Role: llm.ToolRole, CallID: "c1", Text: "ok"},
		},
		Tools: []llm.Tool{{Name: "skip", Description: "Says nothing."}},
	})
	want := `{"max_tokens":9,"messages":[{"content":"Be terse.","role":"system"},` +
		`{"content":[{"image_url":{"url":"data:image/png;base64,eA=="},"type":"image_url"},{"text":"look","type":"text"}],"role":"user"},` +
		`{"role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"skip"},"id":"c1","type":"function"}]},` +
		`{"content":"ok","role":"tool","tool_call_id":"c1"}],` +
		`"model":"m-1","stream":true,"stream_options":{"include_usage":true},` +
		`"tools":[{"function":{"description":"Says nothing.","name":"skip"},"type":"function"}]}`
	if got := canonical(t, script.Requests()[0].Body); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// canonical returns JSON with its keys sorted.
func canonical(t *testing.T, body []byte) string {
	t.Helper()
	var any any
	if err := json.Unmarshal(body, &any); err != nil {
		t.Fatal(err)
	}
	sorted, err := json.Marshal(any)
	if err != nil {
		t.Fatal(err)
	}
	return string(sorted)
}

func TestVerdict(t *testing.T) {
	verdict := server.Say(`{"speak":true,`, `"reason":"a question"}`)
	for _, test := range []struct {
		name    string
		refuses []string // words in a request that the server turns down
		tries   []int    // requests of the first verdict, and of the second
		last    string   // in the request that was taken
	}{
		{"a schema is asked for", nil, []int{1, 1}, `"strict":true`},
		{"without schemas an object is, and remembered", []string{"json_schema"}, []int{2, 1}, "json_object"},
		{"without either the prompt has to do", []string{"json_schema", "json_object"}, []int{3, 1}, "Answer with a JSON object"},
		{"usage that can't be asked for isn't", []string{"stream_options"}, []int{2, 1}, "json_schema"},
	} {
		t.Run(test.name, func(t *testing.T) {
			script := server.Func(func(r server.Request) server.Answer {
				for _, word := range test.refuses {
					if strings.Contains(string(r.Body), word) {
						return server.Fail(400, `{"error":{"message":"Unknown: `+word+`"}}`)
					}
				}
				return verdict
			})
			m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, script) + "/v1"})
			before := 0
			for _, tries := range test.tries {
				text, _ := say(t, m, llm.Request{System: "Judge.", Verdict: true})
				if text != `{"speak":true,"reason":"a question"}` {
					t.Errorf("got %q", text)
				}
				heard := script.Requests()
				if n := len(heard) - before; n != tries {
					t.Errorf("got %d requests, want %d", n, tries)
				}
				if last := string(heard[len(heard)-1].Body); !strings.Contains(last, test.last) {
					t.Errorf("got %s, want %s in it", last, test.last)
				}
				before = len(heard)
			}
		})
	}
}

// TestVerdictOfSeveral: whom a verdict may name is said in the schema, and in
// words where there is none.
func TestVerdictOfSeveral(t *testing.T) {
	for _, test := range []struct{ name, refuses, want string }{
		{"by a schema", "nothing", `"enum":["Mira","Bo \"x\"","nobody"]`},
		{"in words", "json_schema", `one of [\"Mira\",\"Bo \\\"x\\\"\",\"nobody\"]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			script := server.Func(func(r server.Request) server.Answer {
				if strings.Contains(string(r.Body), test.refuses) {
					return server.Fail(400, `{"error":{"message":"Unknown: `+test.refuses+`"}}`)
				}
				return server.Say(`{"who":"Mira","reason":""}`)
			})
			m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, script) + "/v1"})
			say(t, m, llm.Request{System: "Judge.", Verdict: true, Who: []string{"Mira", `Bo "x"`, "nobody"}})
			heard := script.Requests()
			if last := string(heard[len(heard)-1].Body); !strings.Contains(last, test.want) {
				t.Errorf("got %s, want %s in it", last, test.want)
			}
		})
	}
}

// TestNoTools: a model that can't be given tools answers without them, is told so and is
// asked with none from then on. What is wrong with a tool is no such word.
func TestNoTools(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   string
		tries  int // requests for two answers; 0: there is no answer
	}{
		{"Ollama", 400, `{"error":{"message":"registry.ollama.ai/library/gemma3:4b does not support tools","type":"api_error","param":null,"code":null}}`, 3},
		{"vLLM", 400, `{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}`, 3},
		{"OpenRouter", 404, `{"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing","code":404}}`, 3},
		{"llama.cpp", 500, `{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`, 3},
		{"a schema that is none", 400, `{"error":{"message":"Invalid schema for function 'skip': tools[0].function.parameters is not supported","param":"tools[0].function.parameters"}}`, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			script := server.Func(func(r server.Request) server.Answer {
				if strings.Contains(string(r.Body), `"tools"`) {
					return server.Fail(test.status, test.body)
				}
				return server.Say("hi")
			})
			m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, script) + "/v1"})
			ask := llm.Request{System: "Use skip.", Tools: []llm.Tool{{Name: "skip", Description: "Says nothing."}}}
			if test.tries == 0 {
				for _, err := range m.Generate(t.Context(), ask) {
					if !errors.Is(err, llm.ErrInvalid) {
						t.Errorf("got %v, want %v", err, llm.ErrInvalid)
					}
				}
				return
			}
			for range 2 {
				if text, _ := say(t, m, ask); text != "hi" {
					t.Errorf("got %q, want hi", text)
				}
			}
			heard := script.Requests()
			if last := string(heard[len(heard)-1].Body); len(heard) != test.tries || !strings.Contains(last, "There are no tools here") {
				t.Errorf("got %d requests, the last %s; want %d, and that it says that there are no tools", len(heard), last, test.tries)
			}
		})
	}
}

// TestCallsWithoutTools: where a model takes no tools, a call that it wrote as text and what
// came of it are texts, too.
func TestCallsWithoutTools(t *testing.T) {
	script := server.Func(func(r server.Request) server.Answer {
		if len(r.Tools) > 0 {
			return server.Fail(400, `{"error":{"message":"gemma3:4b does not support tools"}}`)
		}
		return server.Say("hi")
	})
	m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, script) + "/v1"})
	say(t, m, llm.Request{Tools: []llm.Tool{{Name: "send"}}, Messages: []llm.Message{
		{Role: llm.Assistant, Text: "Well.", Calls: []llm.Call{{ID: "c1", Name: "send", Arguments: json.RawMessage(`{"text":"one"}`)}}},
		{Role: llm.ToolRole, CallID: "c1", Text: "sent"},
	}})
	heard := script.Requests()
	var sent struct{ Messages json.RawMessage }
	if err := json.Unmarshal(heard[len(heard)-1].Body, &sent); err != nil {
		t.Fatal(err)
	}
	var roles []string
	for _, m := range heard[len(heard)-1].Messages {
		roles = append(roles, string(m.Role)+": "+m.Text)
	}
	want := []string{"assistant: Well.\n" + `<tool_call>{"name": "send", "arguments": {"text":"one"}}</tool_call>`, "user: sent"}
	if !slices.Equal(roles, want) || strings.Contains(string(sent.Messages), "tool_calls") {
		t.Errorf("got %q of %s, want %q", roles, sent.Messages, want)
	}
}

// TestNoSystem: a model without a system prompt is told what it says before what is asked,
// and from then on at once.
func TestNoSystem(t *testing.T) {
	for _, refusal := range []string{
		`[{"error":{"code":400,"message":"Developer instruction is not enabled for models/gemma-3-27b-it","status":"INVALID_ARGUMENT"}}]`,
		`{"object":"error","message":"System role not supported","type":"BadRequestError","param":null,"code":400}`,
	} {
		script := server.Func(func(r server.Request) server.Answer {
			if r.System != "" {
				return server.Fail(400, refusal)
			}
			return server.Say("hi")
		})
		m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, script) + "/v1"})
		for range 2 {
			if text, _ := say(t, m, llm.Request{System: "Be terse.", Messages: []llm.Message{{Role: llm.User, Text: "hello"}}}); text != "hi" {
				t.Errorf("got %q, want hi", text)
			}
		}
		heard := script.Requests()
		if last := heard[len(heard)-1].Messages; len(heard) != 3 || len(last) != 1 || last[0].Text != "Be terse.\n\nhello" {
			t.Errorf("got %d requests, the last of %+v; want 3, and both texts in one message", len(heard), last)
		}
	}
}

// TestWhatGoesBack: what a server wants back with the calls it gave stands in the next
// request where it stood in the answer; to others nothing is sent.
func TestWhatGoesBack(t *testing.T) {
	for _, test := range []struct {
		name, body, want string
	}{
		{
			"Gemini's signature of its thoughts",
			`data: {"choices":[{"delta":{"tool_calls":[{"id":"c1","type":"function","function":{"name":"skip","arguments":"{}"},"extra_content":{"google":{"thought_signature":"EjQK"}}}]},"finish_reason":"tool_calls"}]}` + "\n\n",
			`[{"role":"assistant","tool_calls":[{"extra_content":{"google":{"thought_signature":"EjQK"}},"function":{"arguments":"{}","name":"skip"},"id":"c1","type":"function"}]},{"content":"ok","role":"tool","tool_call_id":"c1"}]`,
		},
		{
			"what DeepSeek thought",
			`data: {"choices":[{"delta":{"reasoning_content":"ana "}}]}` + "\n\n" + `data: {"choices":[{"delta":{"reasoning_content":"waves"}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"skip","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}` + "\n\n",
			`[{"reasoning_content":"ana waves","role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"skip"},"id":"c1","type":"function"}]},{"content":"ok","role":"tool","tool_call_id":"c1"}]`,
		},
		{
			"nothing",
			`data: {"choices":[{"delta":{"reasoning_content":null,"tool_calls":[{"index":0,"id":"c1","function":{"name":"skip","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}` + "\n\n",
			`[{"role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"skip"},"id":"c1","type":"function"}]},{"content":"ok","role":"tool","tool_call_id":"c1"}]`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			script := server.New(server.Answer{Body: test.body + "data: [DONE]\n\n"}, server.Say("hi"))
			m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, script) + "/v1"})
			_, calls := say(t, m, llm.Request{})
			say(t, m, llm.Request{Messages: []llm.Message{{Role: llm.Assistant, Calls: calls}, {Role: llm.ToolRole, CallID: calls[0].ID, Text: "ok"}}})
			var sent struct{ Messages json.RawMessage }
			if err := json.Unmarshal(script.Requests()[1].Body, &sent); err != nil {
				t.Fatal(err)
			}
			if got := canonical(t, sent.Messages); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestToolsOrThoughts: OpenAI's newer models aren't given tools here while they think, which
// they do unless they are told not to; one that always does is given none.
func TestToolsOrThoughts(t *testing.T) {
	const (
		either = `{"error":{"message":"Function tools with reasoning_effort are not supported for gpt-5.6-terra in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.","type":"invalid_request_error","param":"reasoning_effort","code":null}}`
		always = `{"error":{"message":"Unsupported value: 'reasoning_effort' does not support 'none' with this model.","type":"invalid_request_error","param":"reasoning_effort","code":"unsupported_value"}}`
	)
	for _, test := range []struct {
		name, effort string
		always       bool
		tries        int // requests for two answers
		has, hasNot  string
	}{
		{"one that thinks unless it is told not to", "", false, 3, `"reasoning_effort":"none"`, "There are no tools"},
		{"one that is to think", "high", false, 3, `"reasoning_effort":"none"`, "There are no tools"},
		{"one that always thinks", "", true, 4, "There are no tools", "reasoning_effort"},
	} {
		t.Run(test.name, func(t *testing.T) {
			script := server.Func(func(r server.Request) server.Answer {
				tools, none := len(r.Tools) > 0, strings.Contains(string(r.Body), `"reasoning_effort":"none"`)
				switch {
				case tools && !none:
					return server.Fail(400, either)
				case none && test.always:
					return server.Fail(400, always)
				}
				return server.Say("hi")
			})
			m := openai.New(openai.Options{Model: "gpt-5.6-terra", URL: server.Start(t, script) + "/v1", Effort: test.effort})
			ask := llm.Request{System: "Use skip.", Tools: []llm.Tool{{Name: "skip", Description: "Says nothing."}}}
			for range 2 {
				if text, _ := say(t, m, ask); text != "hi" {
					t.Errorf("got %q, want hi", text)
				}
			}
			heard := script.Requests()
			last := string(heard[len(heard)-1].Body)
			if len(heard) != test.tries || !strings.Contains(last, test.has) || strings.Contains(last, test.hasNot) {
				t.Errorf("got %d requests, the last %s; want %d, %s and not %s", len(heard), last, test.tries, test.has, test.hasNot)
			}
			if test.effort == "" {
				return
			}
			say(t, m, llm.Request{System: "Write."})
			if heard = script.Requests(); !strings.Contains(string(heard[len(heard)-1].Body), `"reasoning_effort":"`+test.effort+`"`) {
				t.Errorf("got %s where there are no tools, want it to think", heard[len(heard)-1].Body)
			}
		})
	}
}

// TestNewerLimit: Azure and gateways to OpenAI serve models that turn the older
// field down.
func TestNewerLimit(t *testing.T) {
	script := server.Func(func(r server.Request) server.Answer {
		if strings.Contains(string(r.Body), `"max_tokens"`) {
			return server.Fail(400, `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","code":"unsupported_parameter"}}`)
		}
		return server.Say("hi")
	})
	m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, script) + "/v1", MaxTokens: 9})
	for range 2 {
		if text, _ := say(t, m, llm.Request{}); text != "hi" {
			t.Errorf("got %q, want hi", text)
		}
	}
	heard := script.Requests()
	if len(heard) != 3 || heard[2].MaxTokens != 9 {
		t.Errorf("got %d requests, the last with a limit of %d; want 3, the older field tried once, and 9", len(heard), heard[len(heard)-1].MaxTokens)
	}
}

func TestOddServers(t *testing.T) {
	piece := func(index int, id, name, arguments string) string {
		b, _ := json.Marshal(map[string]any{"choices": []any{map[string]any{"delta": map[string]any{"content": nil, "tool_calls": []any{
			map[string]any{"index": index, "id": id, "function": map[string]any{"name": name, "arguments": arguments}},
		}}}}})
		return "data: " + string(b) + "\n\n"
	}
	const done = "data: [DONE]\n\n"
	for _, test := range []struct {
		name, body, want string
	}{
		{"every call has the index 0", piece(0, "a", "x", "{}") + piece(0, "b", "y", "") + done, "a x {};b y {};"},
		{"every piece repeats the id", piece(0, "a", "x", `{"n"`) + piece(0, "a", "x", `:1}`) + done, `a x {"n":1};`},
		{"calls come interleaved", piece(0, "a", "x", "[") + piece(1, "b", "y", "[") + piece(0, "", "", "1]") + piece(1, "", "", "2]") + done, "a x [1];b y [2];"},
		{"a call has no id", piece(0, "", "x", "") + done, "call00001 x {};"},
		{"calls have no ids, and all the index 0", piece(0, "", "x", `{"n":1}`) + piece(0, "", "y", `{}`) + done, `call00001 x {"n":1};call00002 y {};`},
		{"a call without id that names its tool in each piece", piece(0, "", "x", `{"n"`) + piece(0, "", "x", `:1}`) + done, `call00001 x {"n":1};`},
		{"arguments that are null", piece(0, "a", "x", "null") + done, `a x {};`},
		{"arguments that are blank", piece(0, "a", "x", " ") + done, `a x {};`},
		{"several choices", "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"no\"}},{\"index\":0,\"delta\":{\"content\":\"hi\"}}]}\n\n" + "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"no\"}}]}\n\n" + done, "hi"},
		{"a content that is a list", `data: {"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"hi"}]}}]}` + "\n\n" + done, "hi"},
		{"a text that looks like one", `data: {"choices":[{"delta":{"content":"[]"}}]}` + "\n\n" + done, "[]"},
		{"the stream ends behind the reason", `data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}` + "\n\n", "hi"},
		{"comments and CRLF", ": OPENROUTER\r\n\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}\r\n\r\n", "hi"},
		{"an error that is null", "data: {\"error\":null,\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\n" + done, "hi"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, server.New(server.Answer{Body: test.body})) + "/v1"})
			got, calls := say(t, m, llm.Request{})
			for _, call := range calls {
				got += call.ID + " " + call.Name + " " + string(call.Arguments) + ";"
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestTemperatureAndEffort(t *testing.T) {
	for _, tt := range []struct {
		name        string
		temperature *float64
		effort      string
		request     llm.Request
		want, never []string // in the request's body
	}{
		{"what isn't set isn't said", nil, "", llm.Request{}, nil, []string{"temperature", "effort"}},
		{"a temperature of 0 is one", new(0.), "", llm.Request{}, []string{`"temperature":0`}, []string{"effort"}},
		{"a reply is worth the thought that is set", nil, "high", llm.Request{}, []string{`"reasoning_effort":"high"`}, nil},
		{"a verdict is not", new(0.5), "high", llm.Request{Verdict: true}, []string{`"reasoning_effort":"low"`, `"temperature":0.5`}, nil},
		{"nor one in a word", nil, "medium", llm.Request{Word: true}, []string{`"reasoning_effort":"low"`}, nil},
		{"a model that is not to think doesn't for a verdict", nil, "none", llm.Request{Verdict: true}, []string{`"reasoning_effort":"none"`}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := server.New(server.Say("hi"))
			m := openai.New(openai.Options{Model: "m-1", URL: server.Start(t, script) + "/v1", Temperature: tt.temperature, Effort: tt.effort})
			tt.request.Messages = []llm.Message{{Role: llm.User, Text: "now?"}}
			for range m.Generate(t.Context(), tt.request) {
				continue // what it answers is not what is asked
			}
			got := string(script.Requests()[0].Body)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("got %s, want %s in it", got, want)
				}
			}
			for _, never := range tt.never {
				if strings.Contains(got, never) {
					t.Errorf("got %s, want nothing of %s", got, never)
				}
			}
		})
	}
}
