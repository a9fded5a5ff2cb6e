package anthropic_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"familiar/llm"
	"familiar/llm/anthropic"
	"familiar/llm/llmtest/server"
)

func say(t *testing.T, m llm.Model, r llm.Request) (text string) {
	t.Helper()
	for d, err := range m.Generate(t.Context(), r) {
		if err != nil {
			t.Fatalf("generate: %v", err)
		}
		text += d.Text
	}
	return text
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

func TestRequestShape(t *testing.T) {
	script := server.New(server.Say("hi"))
	m := anthropic.New(anthropic.Options{Model: "m-1", URL: server.Start(t, script)})
	say(t, m, llm.Request{
		System: "Be terse.",
		Messages: []llm.Message{
			{Role: llm.User, Text: "look", Images: []llm.Image{{Type: "image/png", Data: []byte("x")}}},
			{Role: llm.Assistant, Text: " ", Calls: []llm.Call{{ID: "c1", Name: "skip"}, {ID: "c2", Name: "skip"}}},
			{Role: llm.ToolRole, CallID: "c1", Text: "ok"},
			{Role: llm.ToolRole, CallID: "c2"},
			{Role: llm.User, Text: "and?"},
		},
		Tools: []llm.Tool{{Name: "skip", Description: "Says nothing.", Schema: json.RawMessage(`{"type":"object","additionalProperties":false}`)}},
	})
	want := `{"max_tokens":4096,"messages":[` +
		`{"content":[{"source":{"data":"eA==","media_type":"image/png","type":"base64"},"type":"image"},{"text":"look","type":"text"}],"role":"user"},` +
		`{"content":[{"id":"c1","input":{},"name":"skip","type":"tool_use"},{"id":"c2","input":{},"name":"skip","type":"tool_use"}],"role":"assistant"},` +
		`{"content":[{"content":[{"text":"ok","type":"text"}],"tool_use_id":"c1","type":"tool_result"},{"tool_use_id":"c2","type":"tool_result"},{"text":"and?","type":"text"}],"role":"user"}],` +
		`"model":"m-1","stream":true,"system":[{"cache_control":{"type":"ephemeral"},"text":"Be terse.","type":"text"}],` +
		`"tools":[{"description":"Says nothing.","input_schema":{"additionalProperties":false,"properties":{},"type":"object"},"name":"skip"}]}`
	if got := canonical(t, script.Requests()[0].Body); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestVerdict(t *testing.T) {
	script := server.New(server.Answer{
		Text:  []string{"Let me think."},
		Calls: []llm.Call{{ID: "c", Name: "verdict", Arguments: json.RawMessage(`{"speak":true,"reason":"a question"}`)}},
	})
	m := anthropic.New(anthropic.Options{Model: "m-1", URL: server.Start(t, script)})
	got := say(t, m, llm.Request{System: "Judge.", Messages: []llm.Message{{Role: llm.User, Text: "now?"}}, Verdict: true})
	if want := `{"speak":true,"reason":"a question"}`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if heard := script.Requests()[0]; !heard.Verdict || !heard.Cached {
		t.Errorf("got %s, want a forced verdict and a cached prompt", heard.Body)
	}
}

// TestNewerModels: a judge is told not to think, in the word that its model knows, and one
// that can't be made to call is asked in words; what a model turns down is found out once.
func TestNewerModels(t *testing.T) {
	const (
		noDisabled = `{"type":"error","error":{"type":"invalid_request_error","message":"thinking.type: \"disabled\" is not supported for this model, use \"between_tools\"."}}`
		noThinking = `{"type":"error","error":{"type":"invalid_request_error","message":"thinking.type: \"between_tools\" is not supported for this model."}}`
		noForce    = `{"type":"error","error":{"type":"invalid_request_error","message":"tool_choice: type \"tool\" and \"any\" are not supported for this model."}}`
	)
	called := server.Answer{Calls: []llm.Call{{ID: "c", Name: "verdict", Arguments: json.RawMessage(`{"speak":true,"reason":""}`)}}}
	for _, test := range []struct {
		name    string
		refuses [][2]string // what a request has that is turned down, and how
		tries   int         // requests for two verdicts
		has     string      // the last one
	}{
		{"an older one", nil, 2, `"thinking":{"type":"disabled"}`},
		{"Sonnet 5.5", [][2]string{{`"disabled"`, noDisabled}, {"tool_choice", noForce}}, 4, `"thinking":{"type":"between_tools"}`},
		{"one that thinks always", [][2]string{{`"disabled"`, noDisabled}, {"between_tools", noThinking}, {"tool_choice", noForce}}, 5, "Answer with a JSON object"},
	} {
		t.Run(test.name, func(t *testing.T) {
			script := server.Func(func(r server.Request) server.Answer {
				for _, no := range test.refuses {
					if strings.Contains(string(r.Body), no[0]) {
						return server.Fail(400, no[1])
					}
				}
				if r.Verdict {
					return called
				}
				return server.Say(`{"speak":true,"reason":""}`)
			})
			m := anthropic.New(anthropic.Options{Model: "m-1", URL: server.Start(t, script)})
			for range 2 {
				if got := say(t, m, llm.Request{System: "Judge.", Messages: []llm.Message{{Role: llm.User, Text: "now?"}}, Verdict: true}); got != `{"speak":true,"reason":""}` {
					t.Errorf("got %q, want a verdict", got)
				}
			}
			heard := script.Requests()
			if last := string(heard[len(heard)-1].Body); len(heard) != test.tries || !strings.Contains(last, test.has) {
				t.Errorf("got %d requests, the last %s; want %d, and %s in it", len(heard), last, test.tries, test.has)
			}
			say(t, m, llm.Request{System: "Write.", Messages: []llm.Message{{Role: llm.User, Text: "hi"}}})
			if heard = script.Requests(); strings.Contains(string(heard[len(heard)-1].Body), "thinking") {
				t.Errorf("got %s for a reply, want nothing said of thinking", heard[len(heard)-1].Body)
			}
		})
	}
}

// TestVerdictOfSeveral: the tool takes one of the names.
func TestVerdictOfSeveral(t *testing.T) {
	script := server.New(server.Answer{Calls: []llm.Call{{ID: "c", Name: "verdict", Arguments: json.RawMessage(`{"who":"Mira","reason":"hers"}`)}}})
	m := anthropic.New(anthropic.Options{Model: "m-1", URL: server.Start(t, script)})
	got := say(t, m, llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "now?"}}, Verdict: true, Who: []string{"Mira", "nobody"}})
	if want := `{"who":"Mira","reason":"hers"}`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if heard := script.Requests()[0]; !heard.Verdict || !strings.Contains(string(heard.Body), `"enum":["Mira","nobody"]`) {
		t.Errorf("got %s, want the names in the tool's schema", heard.Body)
	}
}

// TestOddServers: others speak this API, too, and not all of them every word of
// it.
func TestOddServers(t *testing.T) {
	event := func(data string) string { return "data: " + data + "\n\n" }
	start := event(`{"type":"message_start","message":{"usage":{}}}`)
	text := event(`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`) +
		event(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"yes"}}`)
	call := func(arguments string) string {
		return event(`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c","name":"verdict","input":` + arguments + `}}`)
	}
	end := func(reason string) string {
		return event(`{"type":"message_delta","delta":{"stop_reason":"` + reason + `"}}`)
	}
	stop := event(`{"type":"message_stop"}`)
	for _, test := range []struct {
		name, body string
		verdict    bool
		want       string
		err        error
	}{
		{"an answer ends without its last event", start + text + end("end_turn"), false, "yes", nil},
		{"or without a reason", start + text, false, "yes", llm.ErrCut},
		{"a call has its arguments from the start", start + call(`{"n":1}`) + end("tool_use") + stop, false, `verdict {"n":1};`, nil},
		{"a call has none", start + call(`{}`) + end("tool_use") + stop, false, `verdict {};`, nil},
		{"a verdict is no call", start + text + end("end_turn") + stop, true, "yes", nil},
		{"a verdict is given twice", start + call(`{"speak":true}`) + call(`{"speak":false}`) + end("tool_use") + stop, true, `{"speak":true}`, nil},
		{"no usage", event(`{"type":"message_start","message":{}}`) + text + end("end_turn") + stop, false, "yes", nil},
		{"an event nobody knows", start + event(`{"type":"moth"}`) + text + end("end_turn") + stop, false, "yes", nil},
		{"the context is full", start + text + end("model_context_window_exceeded") + stop, false, "yes", llm.ErrLimit},
		{"a turn is paused", start + text + end("pause_turn") + stop, false, "yes", llm.ErrCut},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := anthropic.New(anthropic.Options{Model: "m-1", URL: server.Start(t, server.New(server.Answer{Body: test.body}))})
			got, last := "", error(nil)
			for d, err := range m.Generate(t.Context(), llm.Request{Verdict: test.verdict}) {
				got, last = got+d.Text, err
				if d.Call != nil {
					got += d.Call.Name + " " + string(d.Call.Arguments) + ";"
				}
			}
			if got != test.want || !errors.Is(last, test.err) {
				t.Errorf("got %q and %v, want %q and %v", got, last, test.want, test.err)
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
		{"a reply is worth the thought that is set", nil, "high", llm.Request{}, []string{`"output_config":{"effort":"high"}`}, nil},
		{"a verdict is not", new(0.5), "high", llm.Request{Verdict: true}, []string{`"output_config":{"effort":"low"}`, `"temperature":0.5`}, nil},
		{"nor one in a word", nil, "medium", llm.Request{Word: true}, []string{`"output_config":{"effort":"low"}`}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := server.New(server.Say("hi"))
			m := anthropic.New(anthropic.Options{Model: "m-1", URL: server.Start(t, script), Temperature: tt.temperature, Effort: tt.effort})
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
