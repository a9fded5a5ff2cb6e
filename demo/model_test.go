package demo

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// environment is a set of variables.
func environment(of map[string]string) func(string) string {
	return func(name string) string { return of[name] }
}

// ollama is a server that lists models, or says what a path without a body
// says.
func ollama(t *testing.T, list string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/api/tags" || list == "" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, list)
	}))
	t.Cleanup(server.Close)
	return server
}

const tags = `{"models":[
	{"name":"giant:70b","size":40000000000,"details":{"family":"llama"}},
	{"name":"far-cloud","size":400,"remote_host":"https://example.org","details":{"family":"x"}},
	{"name":"some-embed:1","size":300000000,"details":{"family":"nomic"}},
	{"name":"minilm","size":300000000,"details":{"family":"bert"}},
	{"name":"little:3b","size":2000000000,"details":{"family":"llama"}},
	{"name":"other:1b","size":1000000000,"details":{"family":"llama"}}]}`

func TestFindModel(t *testing.T) {
	full, none, broken, missing := ollama(t, tags), ollama(t, `{"models":[]}`), ollama(t, "{"), ollama(t, "")
	gone := httptest.NewServer(nil)
	gone.Close()
	for _, tt := range []struct {
		story string
		env   map[string]string
		want  Kind
		model string
		why   string
	}{
		{"a key of OpenAI's comes first", map[string]string{"OPENAI_API_KEY": "a", "ANTHROPIC_API_KEY": "b", "OLLAMA_HOST": full.URL}, OpenAI, "gpt-4.1-mini", "OPENAI_API_KEY is set"},
		{"then one of Anthropic's", map[string]string{"ANTHROPIC_API_KEY": "b", "OLLAMA_HOST": full.URL}, Anthropic, "claude-haiku-4-5", "ANTHROPIC_API_KEY is set"},
		{"then the first small chat model of Ollama", map[string]string{"OLLAMA_HOST": full.URL}, Ollama, "little:3b", "no key is set"},
		{"the host alone will do", map[string]string{"OLLAMA_HOST": strings.TrimPrefix(full.URL, "http://")}, Ollama, "little:3b", "no key is set"},
		{"an Ollama without models", map[string]string{"OLLAMA_HOST": none.URL}, Offline, "", "has no small chat model"},
		{"something that is no Ollama", map[string]string{"OLLAMA_HOST": missing.URL}, Offline, "", "404 Not Found"},
		{"an answer that is cut off", map[string]string{"OLLAMA_HOST": broken.URL}, Offline, "", "list of models"},
		{"nobody there", map[string]string{"OLLAMA_HOST": gone.URL}, Offline, "", "no Ollama answers"},
		{"a host that is none", map[string]string{"OLLAMA_HOST": "ftp://x"}, Offline, "", "want host:port"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got := FindModel(t.Context(), environment(tt.env), full.Client())
			if got.Kind != tt.want || got.Model != tt.model || !strings.Contains(got.Why, tt.why) {
				t.Errorf("got %+v, want %s %q because %q", got, tt.want, tt.model, tt.why)
			}
			if got.Kind == Ollama && got.URL != full.URL+"/v1" {
				t.Errorf("its address is %s, want %s/v1", got.URL, full.URL)
			}
		})
	}
}

func TestOllamaThatNeverAnswers(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer server.Close()
	defer close(release)
	got := FindModel(t.Context(), environment(map[string]string{"OLLAMA_HOST": server.URL}), server.Client())
	if got.Kind != Offline || !strings.Contains(got.Why, "no answer within 1s") {
		t.Errorf("got %+v, want offline since nothing came within 1s", got)
	}
}

func TestChooseModel(t *testing.T) {
	full := ollama(t, tags)
	env := environment(map[string]string{"OPENAI_API_KEY": "a", "OLLAMA_HOST": full.URL})
	for _, tt := range []struct {
		story string
		want  Kind
		got   Kind
		fails string
		says  string
	}{
		{"nothing asked for is what is found", "", OpenAI, "", "costs money"},
		{"offline although there is a key", Offline, Offline, "", "stand-in"},
		{"Ollama although there is a key", Ollama, Ollama, "", "costs nothing"},
		{"a key that is set", OpenAI, OpenAI, "", "costs money"},
		{"a key that isn't", Anthropic, "", "ANTHROPIC_API_KEY is not set", ""},
		{"a kind there isn't", "oracle", "", "want one of [offline ollama openai anthropic]", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got, err := ChooseModel(t.Context(), tt.want, env, full.Client())
			if tt.fails != "" {
				if err == nil || !strings.Contains(err.Error(), tt.fails) {
					t.Errorf("got %v, want %s", err, tt.fails)
				}
				return
			}
			if err != nil || got.Kind != tt.got || !strings.Contains(got.String(), tt.says) {
				t.Errorf("got %s, %v; want %s saying %q", got, err, tt.got, tt.says)
			}
		})
	}
}

func TestOllamaURL(t *testing.T) {
	for _, tt := range []struct{ story, host, want string }{
		{"nothing is this machine", "", "http://127.0.0.1:11434"},
		{"a host", "box", "http://box:11434"},
		{"a host and port", "box:80", "http://box:80"},
		{"a port", ":9000", "http://127.0.0.1:9000"},
		{"everywhere is this machine", "0.0.0.0", "http://127.0.0.1:11434"},
		{"the same with the other kind of address", "[::]:9000", "http://127.0.0.1:9000"},
		{"an address of that kind", "[::1]:9000", "http://[::1]:9000"},
		{"a URL", "https://box.example/ollama/", "https://box.example/ollama"},
		{"a password would be shown", "http://me:secret@box", ""},
		{"no address", "http://a b", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got, err := ollamaURL(tt.host)
			if got != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the error shows the password: %v", err)
			}
		})
	}
}

func TestFindModels(t *testing.T) {
	full := ollama(t, tags)
	gone := httptest.NewServer(nil)
	gone.Close()
	for _, tt := range []struct {
		story string
		env   map[string]string
		want  []Kind
	}{
		{"nothing there is offline alone", map[string]string{"OLLAMA_HOST": gone.URL}, []Kind{Offline}},
		{"all there is, offline last", map[string]string{"OPENAI_API_KEY": "a", "ANTHROPIC_API_KEY": "b", "OLLAMA_HOST": full.URL}, []Kind{OpenAI, Anthropic, Ollama, Offline}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var got []Kind
			for _, c := range FindModels(t.Context(), environment(tt.env), full.Client()) {
				got = append(got, c.Kind)
				if _, costs := c.paid(); strings.Contains(c.Brief(), "costs money") != costs {
					t.Errorf("%s is offered as %q", c.Kind, c.Brief())
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
