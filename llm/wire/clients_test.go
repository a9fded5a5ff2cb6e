package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"familiar/internal/await"
	"familiar/llm"
	"familiar/llm/anthropic"
	"familiar/llm/llmtest"
	"familiar/llm/llmtest/server"
	"familiar/llm/openai"
)

const key = "sk-secret-0123456789"

var price = llm.Price{Input: 3, Cached: 0.3, Output: 15}

// clients has both, each made for the server at an address.
var clients = []struct {
	name string
	make func(address string) llm.Model
}{
	{"openai", func(address string) llm.Model {
		return openai.New(openai.Options{Name: "bright", Model: "m-1", Key: key, URL: address + "/v1", Price: price})
	}},
	{"anthropic", func(address string) llm.Model {
		return anthropic.New(anthropic.Options{Name: "bright", Model: "m-1", Key: key, URL: address, Price: price})
	}},
}

// over runs a test over both clients.
func over(t *testing.T, test func(t *testing.T, client func(address string) llm.Model)) {
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) { test(t, c.make) })
	}
}

// An outcome is an answer read to its end.
type outcome struct {
	text  string
	calls []llm.Call
	usage []llm.Usage    // without its Response
	said  []llm.Response // of each usage
	err   error
}

func generate(ctx context.Context, m llm.Model, r llm.Request) (o outcome) {
	for d, err := range m.Generate(ctx, r) {
		o.text += d.Text
		if d.Call != nil {
			o.calls = append(o.calls, *d.Call)
		}
		if d.Usage != nil {
			used := *d.Usage
			o.said = append(o.said, used.Response)
			used.Response = llm.Response{}
			o.usage = append(o.usage, used)
		}
		o.err = err
	}
	return o
}

var hello = llm.Request{System: "You are terse.", Messages: []llm.Message{{Role: llm.User, Text: "Say hello."}}}

func TestSuite(t *testing.T) {
	over(t, func(t *testing.T, client func(string) llm.Model) {
		llmtest.Suite(t, func(t *testing.T) llm.Model {
			return client(server.Start(t, server.New(server.Say("hel", "lo"))))
		})
	})
}

func TestUsage(t *testing.T) {
	full := server.Say("hi")
	full.Usage = llm.Usage{Input: 1000, Cached: 600, Output: 200, RequestID: "req_7"}
	none := server.Answer{Text: []string{"hi"}, NoUsage: true}
	for _, test := range []struct {
		name   string
		answer server.Answer
		want   llm.Usage
	}{
		{"tokens, those of the cache, the cost and the request's id", full, llm.Usage{Input: 1000, Cached: 600, Output: 200, RequestID: "req_7", Cost: (400*3 + 600*0.3 + 200*15) / 1e6}},
		{"of a server that tells none there is an empty one", none, llm.Usage{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			over(t, func(t *testing.T, client func(string) llm.Model) {
				got := generate(t.Context(), client(server.Start(t, server.New(test.answer))), hello)
				if got.err != nil || !reflect.DeepEqual(got.usage, []llm.Usage{test.want}) {
					t.Errorf("got %+v, error %v, want %+v", got.usage, got.err, test.want)
				}
			})
		})
	}
}

// TestResponse: what a provider says of its answer comes with the usage, where
// the server tells none, too.
func TestResponse(t *testing.T) {
	want := map[string]llm.Response{
		"openai":    {ID: "chatcmpl-1", Model: "scripted", Finish: "stop"},
		"anthropic": {ID: "msg_1", Model: "scripted", Finish: "end_turn"},
	}
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			got := generate(t.Context(), c.make(server.Start(t, server.New(server.Answer{Text: []string{"hi"}, NoUsage: true}))), hello)
			if got.err != nil || len(got.said) != 1 || got.said[0].First <= 0 {
				t.Fatalf("got %+v, error %v, want one, with the time to its first piece", got.said, got.err)
			}
			if got.said[0].First = 0; got.said[0] != want[c.name] {
				t.Errorf("got %+v, want %+v", got.said[0], want[c.name])
			}
		})
	}
}

// TestWhatIsOfNoUseIsPaidForToo: a model that thinks may spend all it may write
// before its first word.
func TestWhatIsOfNoUseIsPaidForToo(t *testing.T) {
	used := llm.Usage{Input: 1000, Cached: 600, Output: 200, RequestID: "req_7"}
	want := used
	want.Cost = price.Cost(used)
	for _, test := range []struct {
		name   string
		answer server.Answer
		err    error
	}{
		{"an empty answer", server.Answer{Usage: used}, llm.ErrEmpty},
		{"a refusal", server.Answer{Usage: used, Refusal: "I would rather not"}, llm.ErrRefused},
	} {
		t.Run(test.name, func(t *testing.T) {
			over(t, func(t *testing.T, client func(string) llm.Model) {
				got := generate(t.Context(), client(server.Start(t, server.New(test.answer))), hello)
				if !errors.Is(got.err, test.err) || !reflect.DeepEqual(got.usage, []llm.Usage{want}) {
					t.Errorf("got %v and usage %+v, want %v and %+v", got.err, got.usage, test.err, want)
				}
			})
		})
	}
}

func TestTools(t *testing.T) {
	call := llm.Call{ID: "call_9", Name: "send", Arguments: json.RawMessage(`{"text":"hi there"}`)}
	bare := llm.Call{ID: "call_10", Name: "skip"}
	asked := hello
	asked.Tools = []llm.Tool{{Name: "send", Description: "Posts a line.", Schema: json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`)}, {Name: "skip"}}
	bare.Arguments = json.RawMessage(`{}`)
	over(t, func(t *testing.T, client func(string) llm.Model) {
		script := server.Func(func(r server.Request) server.Answer {
			if len(r.Messages) > 1 {
				return server.Say("done")
			}
			return server.Answer{Text: []string{"well"}, Calls: []llm.Call{call, {ID: "call_10", Name: "skip"}}}
		})
		model := client(server.Start(t, script))
		first := generate(t.Context(), model, asked)
		if first.err != nil || first.text != "well" || !reflect.DeepEqual(first.calls, []llm.Call{call, bare}) {
			t.Fatalf("got %+v, want the text and both calls", first)
		}
		again := asked
		again.Messages = append(again.Messages[:1:1],
			llm.Message{Role: llm.Assistant, Text: first.text, Calls: first.calls},
			llm.Message{Role: llm.ToolRole, CallID: call.ID, Text: "posted"},
			llm.Message{Role: llm.ToolRole, CallID: bare.ID, Text: "skipped"})
		if second := generate(t.Context(), model, again); second.err != nil || second.text != "done" {
			t.Fatalf("got %+v, want done", second)
		}
		heard := script.Requests()[1]
		if !reflect.DeepEqual(heard.Messages, again.Messages) {
			t.Errorf("the server heard %+v, want %+v", heard.Messages, again.Messages)
		}
		if len(heard.Tools) != 2 || heard.Tools[0].Name != "send" || heard.Tools[0].Description != "Posts a line." || !strings.Contains(string(heard.Tools[0].Schema), `"required":["text"]`) {
			t.Errorf("the server heard tools %+v, want send and skip", heard.Tools)
		}
	})
}

func TestRequest(t *testing.T) {
	over(t, func(t *testing.T, client func(string) llm.Model) {
		asked := hello
		asked.MaxTokens = 77
		asked.Messages = []llm.Message{{Role: llm.User, Text: "what is this?", Images: []llm.Image{{Type: "image/png", Data: []byte{1, 2, 3}}}}}
		script := server.New(server.Say("a lighthouse"))
		if got := generate(t.Context(), client(server.Start(t, script)), asked); got.err != nil {
			t.Fatal(got.err)
		}
		heard := script.Requests()[0]
		if heard.Key != key || heard.Model != "m-1" || heard.System != asked.System || heard.MaxTokens != 77 || heard.Verdict {
			t.Errorf("the server heard %+v", heard)
		}
		if !reflect.DeepEqual(heard.Messages, asked.Messages) {
			t.Errorf("the server heard %+v, want %+v", heard.Messages, asked.Messages)
		}
	})
}

// TestConnectionsAreKept: who asks as much at once as before need not connect anew.
func TestConnectionsAreKept(t *testing.T) {
	const atOnce = 100
	over(t, func(t *testing.T, client func(address string) llm.Model) {
		var connected, asked atomic.Int32
		together := make(chan struct{}, atOnce)
		answers := server.New(server.Say("hello"))
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			<-together
			answers.ServeHTTP(w, r)
		}))
		s.Config.ConnState = func(_ net.Conn, is http.ConnState) {
			if is == http.StateNew {
				connected.Add(1)
			}
		}
		s.Start()
		t.Cleanup(s.Close)
		m := client(s.URL)
		for round := range int32(2) {
			var calls sync.WaitGroup
			for range atOnce {
				calls.Go(func() {
					if o := generate(t.Context(), m, hello); o.err != nil {
						t.Error(o.err)
					}
				})
			}
			await.Until(t, "that all ask", func() bool { return asked.Load() == (round+1)*atOnce })
			for range atOnce {
				together <- struct{}{}
			}
			calls.Wait()
			if n := connected.Load(); n > atOnce+atOnce/10 { // one may be kept a moment after its call has ended
				t.Errorf("%d connections after round %d, want some %d", n, round+1, atOnce)
			}
		}
	})
}

func TestEnvironmentIsNotRead(t *testing.T) {
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"} {
		t.Setenv(name, "from-the-environment")
	}
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1")
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
	for name, client := range map[string]func(string) llm.Model{
		"openai": func(address string) llm.Model { return openai.New(openai.Options{Model: "m", URL: address + "/v1/"}) },
		"anthropic": func(address string) llm.Model {
			return anthropic.New(anthropic.Options{Model: "m", URL: address + "/v1"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			script := server.New(server.Say("hi"))
			if got := generate(t.Context(), client(server.Start(t, script)), hello); got.err != nil {
				t.Fatal(got.err)
			}
			if heard := script.Requests()[0]; heard.Key != "" {
				t.Errorf("got key %q, want none", heard.Key)
			}
		})
	}
}

func TestStallEndsWithContext(t *testing.T) {
	over(t, func(t *testing.T, client func(string) llm.Model) {
		stalled := server.Say("one", "two")
		stalled.Hang = make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var last error
		for d, err := range client(server.Start(t, server.New(stalled))).Generate(ctx, hello) {
			if last = err; d.Text == "two" {
				cancel()
			}
		}
		if !errors.Is(last, context.Canceled) {
			t.Errorf("got %v, want %v", last, context.Canceled)
		}
	})
}
