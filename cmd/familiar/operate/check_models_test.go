package operate

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"familiar/config"
	"familiar/llm/llmtest/server"
)

// TestCheckOnlineAsksModels: each model that a familiar uses is asked once, for
// a few tokens, and what is wrong with it is said; where its server doesn't have
// it, what it has, the most alike first.
func TestCheckOnlineAsksModels(t *testing.T) {
	t.Setenv("MODEL_KEY", "sk-not-to-be-seen")
	const wordy = `\nwriter doesn't answer in one word as a judge, maybe because it thinks first: it will be asked for a reason each time. Set verdict = "reason" to save .*\n$`
	const wrongKey = `{"type":"error","error":{"type":"authentication_error","message":"no such key: sk-not-to-be-seen"}}`
	for _, tt := range []struct {
		story  string
		answer server.Answer
		kind   string
		offers string // what its server has; "" doesn't list them
		want   string // a pattern for all that is printed
		fails  string
	}{
		{"it answers", server.Say("NO"), "openai", "", `^MODEL +KIND +ASKS +AT +ANSWERS\nwriter +openai +qwen3 +HOST +in \S+s\n$`, ""},
		{"so does one that had more to say", server.Answer{Text: []string{"hi"}, Limit: true}, "anthropic", "", `^MODEL.*\nwriter +anthropic +qwen3 +HOST +in \S+s\n` + wordy, ""},
		{"one that only thought", server.Fail(400, `{"error":{"message":"Could not finish the message because max_tokens or model output limit was reached."}}`), "openai", "", `qwen3 +HOST +in \S+s\n` + wordy, ""},
		{"and one that refuses", server.Answer{Refusal: "no"}, "openai", "", `qwen3 +HOST +in \S+s\n$`, ""},
		{
			"its server doesn't have it", server.Fail(404, `{"error":{"message":"model 'qwen3' not found"}}`), "openai", "llama3.2:3b qwen2.5:7b tiny:1b",
			`qwen3 +HOST +no\n\nwriter doesn't answer: provider doesn't know this model: model 'qwen3' not found\n  HOST has: qwen2.5:7b, llama3.2:3b, tiny:1b\n$`, "1 model of 1 can't be asked",
		},
		{
			"it has very many", server.Fail(404, `{"error":{"message":"no"}}`), "anthropic", strings.TrimSpace(strings.Repeat("m ", 15)),
			`HOST has: m, m, m, m, m, m, m, m, m, m, m, m and 3 more\n$`, "1 model of 1 can't be asked",
		},
		{"its server lists none", server.Fail(404, `{"error":{"message":"no"}}`), "openai", "", `writer doesn't answer: provider doesn't know this model: no\n$`, "1 model of 1 can't be asked"},
		{"the key is wrong, and not shown", server.Fail(401, wrongKey), "anthropic", "", `writer doesn't answer: key was not accepted: no such key: \[key\]\n$`, "1 model of 1 can't be asked"},
		{"it hangs", server.Answer{Hang: make(chan struct{})}, "openai", "", `writer doesn't answer: no answer within 100ms\n$`, "1 model of 1 can't be asked"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			script := server.New(tt.answer)
			host := offering(t, script, strings.Fields(tt.offers))
			timeout := "20s"
			if tt.story == "it hangs" {
				timeout = "100ms"
			}
			c := parsed(t, `
unknown = "default"
[models.writer]
kind = %q
model = "qwen3"
url = "http://%s/v1"
key = "env:MODEL_KEY"
timeout = %q
[models.nobodys]
kind = "openai"
model = "unused"
url = "http://%s/v1"
[familiars.moth]
persona = "Moth keeps lamps."
model = "writer"
judge = "writer"
`, tt.kind, host, timeout, host)
			var out, asJSON strings.Builder
			err := checkOnline(t.Context(), c, nil, &out, false)
			if got := fmt.Sprint(err); got != tt.fails && (err != nil || tt.fails != "") {
				t.Errorf("got the error %v, want %q", err, tt.fails)
			}
			if want := regexp.MustCompile(strings.ReplaceAll(tt.want, "HOST", regexp.QuoteMeta(host))); !want.MatchString(out.String()) {
				t.Errorf("got\n%s\nwant %s", out.String(), want)
			}
			asked := script.Requests()
			if want := 1; len(asked) > 1 && tt.fails == "" {
				asked = asked[:want] // the others are of the judge
			}
			if len(asked) != 1 || asked[0].Model != "qwen3" || !regexp.MustCompile(`"max_(completion_)?tokens":16\b`).Match(asked[0].Body) {
				t.Errorf("got %d requests, want one of 16 tokens at most", len(asked))
			}
			if strings.Contains(out.String(), "sk-not") {
				t.Errorf("the key is shown:\n%s", out.String())
			}
			_ = checkOnline(t.Context(), c, nil, &asJSON, true)
			var told struct{ Accounts, Models []map[string]any }
			if err := json.Unmarshal([]byte(asJSON.String()), &told); err != nil || len(told.Models) != 1 || told.Accounts == nil || (told.Models[0]["error"] != nil) != (tt.fails != "") {
				t.Errorf("got %s %v, want the one model, and no account", asJSON.String(), err)
			}
		})
	}
}

// TestCheckOnlineOffersTools: a model that a familiar writes with is asked whether it can be
// given tools, unless the familiar has none.
func TestCheckOnlineOffersTools(t *testing.T) {
	t.Setenv("MODEL_KEY", "sk-not-to-be-seen")
	const refused = `{"error":{"message":"registry.ollama.ai/library/gemma3 does not support tools"}}`
	for _, tt := range []struct {
		story, kind, tools string
		takes, toolless    bool
		asked              int
	}{
		{"it takes them", "openai", "", true, false, 2},
		{"it takes none", "openai", "", false, true, 3},
		{"there are none", "openai", "tools = []", false, false, 1},
		{"a kind whose models all take them", "anthropic", "", true, false, 1},
	} {
		t.Run(tt.story, func(t *testing.T) {
			script := server.Func(func(r server.Request) server.Answer {
				if len(r.Tools) > 0 && !tt.takes {
					return server.Fail(400, refused)
				}
				return server.Say("hello")
			})
			c := parsed(t, `
unknown = "default"
[models.writer]
kind = %q
model = "gemma3"
url = "http://%s/v1"
key = "env:MODEL_KEY"
[familiars.moth]
persona = "Moth keeps lamps."
model = "writer"
%s
`, tt.kind, offering(t, script, nil), tt.tools)
			var out strings.Builder
			if err := checkOnline(t.Context(), c, nil, &out, false); err != nil {
				t.Error(err)
			}
			if got := strings.Contains(out.String(), "\nwriter can't be given tools: "); got != tt.toolless {
				t.Errorf("it says so: %v, want %v\n%s", got, tt.toolless, out.String())
			}
			if got := len(script.Requests()); got != tt.asked {
				t.Errorf("it was asked %d times, want %d", got, tt.asked)
			}
		})
	}
}

// TestCheckOnlineAsksForVectors: a model whose vectors alone are wanted is asked for one.
func TestCheckOnlineAsksForVectors(t *testing.T) {
	t.Setenv("MODEL_KEY", "sk-not-to-be-seen")
	for _, tt := range []struct {
		story  string
		vector []float64
		want   string
	}{
		{"it has one", []float64{1, 2}, `small +openai +e-1 +\S+ +in \S+s\n$`},
		{"it has none", nil, `small doesn't answer: what answers is no model's API of embeddings: vectors are missing \(request req_1\)\n$`},
	} {
		t.Run(tt.story, func(t *testing.T) {
			script := server.New(server.Say("NO")).Embeds(func(string) []float64 { return tt.vector })
			c := parsed(t, `
unknown = "default"
[models.writer]
kind = "offline"
[models.small]
kind = "openai"
model = "e-1"
url = "http://%s/v1"
key = "env:MODEL_KEY"
[familiars.moth]
persona = "Moth keeps lamps."
model = "writer"
memory = { on = true, embeddings = "small" }
`, offering(t, script, nil))
			var out strings.Builder
			if err := checkOnline(t.Context(), c, nil, &out, false); (err != nil) != (tt.vector == nil) {
				t.Errorf("got the error %v", err)
			}
			if !regexp.MustCompile(tt.want).MatchString(out.String()) {
				t.Errorf("got\n%s\nwant %s", out.String(), tt.want)
			}
			if asked := script.Requests(); len(asked) != 1 || asked[0].Model != "e-1" {
				t.Errorf("it was asked %v", asked)
			}
		})
	}
}

// parsed reads a configuration that is sound.
func parsed(t *testing.T, text string, values ...any) *config.Config {
	t.Helper()
	c, err := config.Parse("test.toml", fmt.Appendf(nil, text, values...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// offering serves a script, and a list of the models that there are to whoever
// shows the key; none is no list. It gives the address.
func offering(t *testing.T, script http.Handler, offers []string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("POST /", script)
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "Bearer sk-not-to-be-seen" && r.Header.Get("X-Api-Key") != "sk-not-to-be-seen":
			w.WriteHeader(http.StatusUnauthorized)
			return
		case len(offers) == 0:
			http.NotFound(w, r)
			return
		}
		var list struct {
			Data []map[string]string `json:"data"`
		}
		for _, name := range offers {
			list.Data = append(list.Data, map[string]string{"id": name})
		}
		_ = json.NewEncoder(w).Encode(list)
	})
	provider := httptest.NewServer(mux)
	t.Cleanup(provider.Close)
	return provider.Listener.Addr().String()
}
