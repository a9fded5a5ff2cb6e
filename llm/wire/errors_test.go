package wire_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest/server"
)

func failing(status int, body string, header ...string) server.Answer {
	a := server.Fail(status, body)
	a.Usage.RequestID = "req_7"
	a.Header = http.Header{}
	for i := 0; i < len(header); i += 2 {
		a.Header.Set(header[i], header[i+1])
	}
	return a
}

func report(kind, words string) string {
	return `{"type":"error","error":{"type":"` + kind + `","message":"` + words + `"}}`
}

func TestErrors(t *testing.T) {
	cut, malformed, refused, empty := server.Say("so", "on"), server.Say("so"), server.Say("so"), server.Answer{}
	cut.Cut, malformed.Malformed, refused.Refusal = 2, true, "I would rather not"
	overloaded := server.Say("so")
	overloaded.Error = "overloaded_error"
	invalid := server.Say("so")
	invalid.Error = "invalid_request_error"
	arguments := server.Answer{Calls: []llm.Call{{ID: "c", Name: "send", Arguments: []byte(`{"text":`)}}}
	raw := func(body string) server.Answer { return server.Answer{Body: body} }
	for _, test := range []struct {
		name   string
		answer server.Answer
		want   error
		pause  time.Duration
		says   string
	}{
		{"a wrong key", failing(401, report("authentication_error", "invalid x-api-key")), llm.ErrAuth, 0, "invalid x-api-key (request req_7)"},
		{"the key is masked where the provider repeats it", failing(401, report("x", "no such key: "+key)), llm.ErrAuth, 0, "no such key: [key]"},
		{"no permission", failing(403, `{"error":{"message":"not yours"}}`), llm.ErrAuth, 0, "not yours"},
		{"what somebody said was flagged, as OpenRouter has it", failing(403, `{"error":{"code":403,"message":"your input was flagged","metadata":{"reasons":["violence"],"flagged_input":"x","provider_name":"p"}}}`), llm.ErrRefused, 0, "input was flagged"},
		{"no permission, with other metadata", failing(403, `{"error":{"message":"not yours","metadata":"none"}}`), llm.ErrAuth, 0, "not yours"},
		{"no credit", failing(402, ""), llm.ErrAuth, 0, "Payment Required"},
		{"a quota that is used up is no passing trouble", failing(429, `{"error":{"code":"insufficient_quota","message":"pay first"}}`, "Retry-After", "9"), llm.ErrAuth, 0, "pay first"},
		{"a call that the provider can't read", failing(400, `{"error":{"message":"Failed to call a function.","type":"invalid_request_error","code":"tool_use_failed"}}`), llm.ErrMiscalled, 0, "Failed to call a function."},
		{"an unknown model", failing(404, `{"error":{"code":"model_not_found","message":"no m-1"}}`), llm.ErrUnknownModel, 0, "no m-1"},
		{"an unknown model, in a bare string", failing(404, `{"error":"model m-1 not found, try pulling it first"}`), llm.ErrUnknownModel, 0, "try pulling it"},
		{"too many requests, pause in seconds", failing(429, report("rate_limit_error", "slow down"), "Retry-After", "7"), llm.ErrOverloaded, 7 * time.Second, "slow down"},
		{"too many requests, pause in milliseconds", failing(429, "", "Retry-After-Ms", "1500", "Retry-After", "2"), llm.ErrOverloaded, 1500 * time.Millisecond, "Too Many Requests"},
		{"too many requests, no pause", failing(429, ""), llm.ErrOverloaded, 0, ""},
		{"overloaded", failing(529, report("overloaded_error", "busy"), "Retry-After", "1"), llm.ErrOverloaded, time.Second, "busy"},
		{"unavailable, in HTML", failing(503, "<html>\n<b>503</b>\x07\n</html>"), llm.ErrOverloaded, 0, "<html> <b>503</b> </html>"},
		{"a broken server", failing(500, report("api_error", "oops")), llm.ErrOverloaded, 0, "oops"},
		{"an invalid request", failing(400, report("invalid_request_error", "too long")), llm.ErrInvalid, 0, "too long"},
		{"a request that is too large", failing(413, ""), llm.ErrInvalid, 0, "Request Entity Too Large"},
		{"a request that can't be processed", failing(422, `{"detail":"no"}`), llm.ErrInvalid, 0, "no"},
		{"a redirect", failing(307, "", "Location", "http://elsewhere.example/v1"), llm.ErrInvalid, 0, "leads to elsewhere.example"},
		{"a web page", server.Answer{Body: "<html>", Header: http.Header{"Content-Type": {"text/html"}}}, llm.ErrForeign, 0, "text/html"},
		{"an error with status 200", server.Answer{Body: report("overloaded_error", "busy"), Header: http.Header{"Content-Type": {"application/json"}}}, llm.ErrOverloaded, 0, "busy"},
		{"an error with the type of a stream", server.Answer{Body: report("overloaded_error", "busy")}, llm.ErrOverloaded, 0, "busy"},
		{"an error that only says it is one", server.Answer{Body: `{"object":"error","message":"too long","code":400}`, Header: http.Header{"Content-Type": {"application/json"}}}, llm.ErrInvalid, 0, "too long"},
		{"an error in a list", failing(404, `[{"error":{"code":404,"message":"no m-1","status":"NOT_FOUND"}}]`), llm.ErrUnknownModel, 0, "no m-1 (request req_7)"},
		{"overloaded in mid answer", overloaded, llm.ErrOverloaded, 0, "trouble in mid answer"},
		{"invalid in mid answer", invalid, llm.ErrInvalid, 0, "trouble in mid answer"},
		{"a connection that breaks", cut, llm.ErrCut, 0, ""},
		{"a stream that ends before any choice", raw("data: {\"choices\":[]}\n\n"), llm.ErrForeign, 0, ""},
		{"a stream without an event", raw("\n"), llm.ErrForeign, 0, ""},
		{"an answer in JSON that is nobody's", server.Answer{Body: `{"status":"ok"}`, Header: http.Header{"Content-Type": {"application/json"}}}, llm.ErrForeign, 0, "application/json"},
		{"an event that is not JSON", malformed, llm.ErrMalformed, 0, ""},
		{"a line that is too long", raw("data: " + strings.Repeat("x", 1<<20)), llm.ErrMalformed, 0, "too long"},
		{"arguments that are no JSON", arguments, llm.ErrMiscalled, 0, "arguments of send"},
		{"a refusal", refused, llm.ErrRefused, 0, "I would rather not"},
		{"an answer with nothing in it", empty, llm.ErrEmpty, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			over(t, func(t *testing.T, client func(string) llm.Model) {
				script := server.New(test.answer)
				got := generate(t.Context(), client(server.Start(t, script)), hello)
				whole := errors.Is(test.want, llm.ErrRefused) || errors.Is(test.want, llm.ErrEmpty)
				if !errors.Is(got.err, test.want) || len(got.usage) > 0 && !whole {
					t.Fatalf("got %v and usage %v, want %v", got.err, got.usage, test.want)
				}
				told := got.err.Error()
				if !strings.Contains(told, "bright: "+test.want.Error()) || !strings.Contains(told, test.says) {
					t.Errorf("got %q, want the model's name, %q and %q in it", told, test.want, test.says)
				}
				if strings.Contains(told, key) || strings.ContainsAny(told, "\n\x07") || len(told) > 400 {
					t.Errorf("got %q, want one short line without the key", told)
				}
				pause := time.Duration(0)
				if retry, ok := errors.AsType[*llm.RetryError](got.err); ok {
					pause = retry.After
				}
				if pause != test.pause {
					t.Errorf("got a pause of %v, want %v", pause, test.pause)
				}
				if n := len(script.Requests()); n != 1 {
					t.Errorf("got %d requests, want 1", n)
				}
			})
		})
	}
}

// TestConnectionBreaksBehindAnAnswer: who has given a reason to finish has
// nothing more to say.
func TestConnectionBreaksBehindAnAnswer(t *testing.T) {
	all := map[string]int{"openai": 2, "anthropic": 6} // events up to and with the reason
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			broken := server.Say("hi")
			broken.Cut = all[c.name]
			if got := generate(t.Context(), c.make(server.Start(t, server.New(broken))), hello); got.err != nil || got.text != "hi" || len(got.usage) != 1 {
				t.Errorf("got %+v, want hi and a usage", got)
			}
			broken.Cut--
			if got := generate(t.Context(), c.make(server.Start(t, server.New(broken))), hello); !errors.Is(got.err, llm.ErrCut) {
				t.Errorf("before the reason: got %v, want %v", got.err, llm.ErrCut)
			}
		})
	}
}

func TestUnreachable(t *testing.T) {
	over(t, func(t *testing.T, client func(string) llm.Model) {
		got := generate(t.Context(), client("http://127.0.0.1:1"), hello)
		if !errors.Is(got.err, llm.ErrUnreachable) {
			t.Errorf("got %v, want %v", got.err, llm.ErrUnreachable)
		}
	})
}

func TestNoJSONInASchemaIsInvalid(t *testing.T) {
	over(t, func(t *testing.T, client func(string) llm.Model) {
		asked := hello
		asked.Tools = []llm.Tool{{Name: "send", Schema: []byte(`"text"`)}}
		if got := generate(t.Context(), client("http://127.0.0.1:1"), asked); !errors.Is(got.err, llm.ErrInvalid) {
			t.Errorf("got %v, want %v", got.err, llm.ErrInvalid)
		}
	})
}

func TestDeadline(t *testing.T) {
	over(t, func(t *testing.T, client func(string) llm.Model) {
		slow := server.Say("late")
		slow.After = time.Hour
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if got := generate(ctx, client(server.Start(t, server.New(slow))), hello); !errors.Is(got.err, context.DeadlineExceeded) {
			t.Errorf("got %v, want %v", got.err, context.DeadlineExceeded)
		}
	})
}
