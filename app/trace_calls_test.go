package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"familiar/actors/agent"
	"familiar/app/models"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/llm/llmtest/server"
	"familiar/messages"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// TestSpanOfACall: what a provider says of its answer stands in the call's span,
// and its server and model in the metrics.
func TestSpanOfACall(t *testing.T) {
	calls := server.Answer{Calls: []llm.Call{{ID: "call_9", Name: "skip", Arguments: json.RawMessage(`{}`)}}, Usage: llm.Usage{Input: 12, Output: 3, RequestID: "req_1"}}
	refused := server.Fail(http.StatusUnauthorized, `{"error":{"message":"no"}}`)
	for _, tt := range []struct {
		what   string
		kind   string
		answer server.Answer
		want   map[string]string
	}{
		{"words of OpenAI's API", config.OpenAI, server.Say("hi"), map[string]string{
			"gen_ai.response.id": "chatcmpl-1", "gen_ai.response.model": "scripted", "gen_ai.response.finish_reasons": "stop",
			"familiar.request": "req_1", "gen_ai.request.model": "m-1", "error.type": "",
		}},
		{"words of Anthropic's", config.Anthropic, server.Say("hi"), map[string]string{
			"gen_ai.response.id": "msg_1", "gen_ai.response.model": "scripted", "gen_ai.response.finish_reasons": "end_turn",
			"familiar.request": "req_1", "gen_ai.request.model": "m-1", "error.type": "",
		}},
		{"a call of a tool", config.OpenAI, calls, map[string]string{"gen_ai.response.finish_reasons": "tool_calls"}},
		{"one that its limit ends", config.Anthropic, server.Answer{Text: []string{"hi"}, Limit: true, Usage: calls.Usage}, map[string]string{
			"gen_ai.response.finish_reasons": "max_tokens", "error.type": "limit",
		}},
		{"a failure", config.OpenAI, refused, map[string]string{
			"error.type": "auth", "gen_ai.response.id": "", "gen_ai.response.finish_reasons": "", "gen_ai.response.time_to_first_chunk": "",
		}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			address := server.Start(t, server.New(tt.answer))
			settings := config.Model{Kind: tt.kind, Model: "m-1", URL: address + "/v1"}
			model, err := models.Client("bright", settings)
			if err != nil {
				t.Fatal(err)
			}
			into, to := listen(t)
			for range models.Traced(to, model, settings, "aria", messages.Meta{}).Generate(t.Context(), llm.Request{}) {
				continue
			}
			page := httptest.NewRecorder()
			to.Metrics().ServeHTTP(page, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			span := only(t, into, to)
			at, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			tt.want["server.address"], tt.want["server.port"] = at.Hostname(), at.Port()
			for key, want := range tt.want {
				if got := telemetrytest.Attribute(span.Attributes, key); got != want {
					t.Errorf("%s is %q, want %q", key, got, want)
				}
			}
			if tt.want["error.type"] == "auth" {
				return
			}
			first := telemetrytest.Attribute(span.Attributes, "gen_ai.response.time_to_first_chunk")
			if d, err := time.ParseDuration(first + "s"); err != nil || d <= 0 || uint64(d) > span.EndTimeUnixNano-span.StartTimeUnixNano {
				t.Errorf("the first piece came after %q s of a call of %d ns", first, span.EndTimeUnixNano-span.StartTimeUnixNano)
			}
			for _, want := range []string{"gen_ai_client_operation_time_to_first_chunk_seconds_count{", `gen_ai_response_model="scripted"`, `server_address="` + at.Hostname() + `"`} {
				if !strings.Contains(page.Body.String(), want) {
					t.Errorf("the page lacks %s:\n%s", want, page.Body)
				}
			}
		})
	}
}

// A prepared tool does what it is told.
type prepared func() error

func (prepared) Spec() llm.Tool { return llm.Tool{} }

func (p prepared) Use(context.Context, *agent.Turn, json.RawMessage) (string, error) { return "", p() }

// TestSpanOfATool: it names the call as the model did, and what went wrong.
func TestSpanOfATool(t *testing.T) {
	for _, tt := range []struct {
		what, kind string
		tool       prepared
	}{
		{"one that does its work", "", func() error { return nil }},
		{"one that fails", "_OTHER", func() error { return errors.New("no such line") }},
		{"one that takes too long", "timeout", func() error { return context.DeadlineExceeded }},
		{"one that panics", "panic", func() error { panic("oh") }},
	} {
		t.Run(tt.what, func(t *testing.T) {
			into, to := listen(t)
			model := llmtest.New("m", llmtest.Use("look", map[string]any{}), llmtest.Say("Done."))
			done := agent.Run(t.Context(), agent.Card{}, messages.Compose{Deadline: messages.InstantOf(time.Now().Add(time.Minute))}, model, agent.Options{
				Config: agent.Default(), Tools: models.TracedTools(to, agent.Toolbox{"look": tt.tool}),
			})
			if len(done.Parts) != 1 {
				t.Fatalf("got %+v, want one part", done)
			}
			span := only(t, into, to)
			failed := span.Status.GetCode() == trace.Status_STATUS_CODE_ERROR
			if got := telemetrytest.Attribute(span.Attributes, "error.type"); got != tt.kind || failed != (tt.kind != "") {
				t.Errorf("error.type is %q, failed %v; want %q", got, failed, tt.kind)
			}
			if got := telemetrytest.Attribute(span.Attributes, "gen_ai.tool.call.id"); got != "call-1" {
				t.Errorf("the call's id is %q, want call-1", got)
			}
		})
	}
}

// listen opens a telemetry with traces and metrics.
func listen(t *testing.T) (*telemetrytest.Receiver, *telemetry.Telemetry) {
	t.Helper()
	into := &telemetrytest.Receiver{}
	to, err := telemetry.Open(t.Context(), telemetry.Options{Config: telemetry.Config{Endpoint: "http://collector:4318", Scrape: true}, Client: into.Client()})
	if err != nil {
		t.Fatal(err)
	}
	return into, to
}

// only closes the telemetry and gives the one span it has sent.
func only(t *testing.T, into *telemetrytest.Receiver, to *telemetry.Telemetry) *trace.Span {
	t.Helper()
	if err := to.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	spans := into.Spans()
	if len(spans) != 1 {
		t.Fatalf("%d spans, want 1:\n%s", len(spans), into.Trees())
	}
	return spans[0]
}
