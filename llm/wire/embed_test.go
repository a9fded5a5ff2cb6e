package wire_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/llm/openai"
)

func embedder(address string) llm.Model {
	return openai.New(openai.Options{Name: "small", Model: "e-1", Key: key, URL: address + "/v1", Price: llm.Price{Input: 0.02}})
}

// TestEmbed: vectors stand in the order of the texts, whatever order they come in, and are
// paid for by the tokens that went in.
func TestEmbed(t *testing.T) {
	script := server.New(server.Say("hi")).Embeds(func(text string) []float64 { return []float64{float64(len(text)), 0.5} })
	model := embedder(server.Start(t, script))
	asked := llm.Request{Embed: []string{"bees", "a zither maker"}}
	vectors, err := llm.Embed(t.Context(), model, asked)
	if err != nil || len(vectors) != 2 || !slices.Equal(vectors[0], []float32{4, 0.5}) || !slices.Equal(vectors[1], []float32{14, 0.5}) {
		t.Errorf("got %v, %v, want the vectors of both in their order", vectors, err)
	}
	got := generate(t.Context(), model, asked)
	if want := (llm.Usage{Input: 4, Cost: 4 * 0.02 / 1e6, RequestID: "req_1"}); got.err != nil || len(got.usage) != 1 || got.usage[0] != want {
		t.Errorf("got %+v, %v, want %+v", got.usage, got.err, want)
	}
	if r := script.Requests()[0]; r.Model != "e-1" || r.Key != key || string(r.Body) != `{"model":"e-1","input":["bees","a zither maker"]}` {
		t.Errorf("the server was asked %+v", r)
	}
}

// TestEmbedFails: each failure is one of llm's errors, and none names the key.
func TestEmbedFails(t *testing.T) {
	for _, tt := range []struct {
		story  string
		status int
		media  string
		body   string
		want   error
	}{
		{"the key is wrong", 401, "application/json", `{"error":{"message":"bad key ` + key + `"}}`, llm.ErrAuth},
		{"too many requests", 429, "application/json", `{"error":{"message":"slow down"}}`, llm.ErrOverloaded},
		{"there is no such model", 404, "application/json", `{"error":{"message":"no model","code":"model_not_found"}}`, llm.ErrUnknownModel},
		{"an error in an answer", 200, "application/json", `{"error":{"message":"overloaded","type":"overloaded_error"}}`, llm.ErrOverloaded},
		{"a web page", 200, "text/html", `<html></html>`, llm.ErrForeign},
		{"no JSON", 200, "application/json", `{"data":[`, llm.ErrMalformed},
		{"too few", 200, "application/json", `{"data":[{"index":0,"embedding":[1]}]}`, llm.ErrForeign},
		{"one twice", 200, "application/json", `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, llm.ErrMalformed},
		{"one too many", 200, "application/json", `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1]},{"index":2,"embedding":[1]}]}`, llm.ErrMalformed},
		{"of different lengths", 200, "application/json", `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, llm.ErrForeign},
	} {
		t.Run(tt.story, func(t *testing.T) {
			address := server.Start(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", tt.media)
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(tt.body))
			}))
			vectors, err := llm.Embed(t.Context(), embedder(address), llm.Request{Embed: []string{"a", "b"}})
			if !errors.Is(err, tt.want) || vectors != nil {
				t.Errorf("got %v, %v, want %v", vectors, err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), key) {
				t.Errorf("the key stands in %q", err)
			}
		})
	}
}

// TestAimockEmbeds has the client read vectors of a mock that others wrote.
func TestAimockEmbeds(t *testing.T) {
	model := embedder(startAimock(t))
	began := time.Now()
	vectors, err := llm.Embed(t.Context(), model, llm.Request{Embed: []string{"bees", "zithers", "bees"}})
	if err != nil || len(vectors) != 3 || slices.Equal(vectors[0], vectors[1]) || !slices.Equal(vectors[0], vectors[2]) {
		t.Fatalf("got %d vectors, %v, want three, of which the first and the last are equal", len(vectors), err)
	}
	t.Logf("three of %d numbers in %v", len(vectors[0]), time.Since(began))
}

// BenchmarkEmbed is what a turn waits for at the least: a question's vector of 1,536 numbers
// from a server on the same machine that has it ready.
func BenchmarkEmbed(b *testing.B) {
	vector := make([]float64, 1536)
	for k := range vector {
		vector[k] = float64(k) / 1e5
	}
	model := embedder(server.Start(b, server.New(server.Say("hi")).Embeds(func(string) []float64 { return vector })))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := llm.Embed(b.Context(), model, llm.Request{Embed: []string{"is anybody musical?"}}); err != nil {
			b.Fatal(err)
		}
	}
}
