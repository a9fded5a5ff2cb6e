// Package server is a model's HTTP server by script: it speaks OpenAI's chat
// completions at /v1/chat/completions and Anthropic's messages at
// /v1/messages, both streamed, and remembers what it was asked. OpenAI's
// embeddings at /v1/embeddings it speaks where it has vectors ([Server.Embeds]).
//
// It is written from the providers' documentation and shares no code with our
// clients, so that it can witness against them. Their tests use it, and so may
// a process of its own: it is a plain http.Handler.
package server

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"familiar/llm"
)

// An Answer is how the server treats one request. The zero Answer is an empty
// one.
type Answer struct {
	After time.Duration   // before the status; ends early when the client goes
	Hang  <-chan struct{} // wait for it before the last event, or for the client to go; nil: don't

	Thought string   // thought before the text; empty: nothing
	Text    []string // the pieces
	Calls   []llm.Call
	Usage   llm.Usage // RequestID is sent as a header; Cost is nobody's
	NoUsage bool      // send none
	Refusal string    // ends the answer as a refusal; empty: no
	Limit   bool      // it ends at its limit: of the last call only half the arguments are sent

	Status int         // other than 0 and 200: fail with it and Body
	Header http.Header // further headers
	Body   string      // sent as it stands in place of everything else; empty: an answer

	Cut       int    // break the connection after so many events; 0: don't
	Malformed bool   // an event that is not JSON after the text
	Error     string // an error of that type reported after the text; empty: none
}

// Say answers with text in the pieces given.
func Say(pieces ...string) Answer {
	return Answer{Text: pieces, Usage: llm.Usage{Input: 12, Output: len(pieces), RequestID: "req_1"}}
}

// Fail answers with a status and a body.
func Fail(status int, body string) Answer { return Answer{Status: status, Body: body} }

// A Server is the handler. It must not be copied.
type Server struct {
	answer func(Request) Answer
	vector func(text string) []float64 // nil: it has none

	mu       sync.Mutex // guards what follows: requests come at the same time
	requests []Request
	now      int
	most     int
}

// New makes a server that gives the answers in the order of requests, and the
// last one for ever.
func New(answers ...Answer) *Server {
	var mu sync.Mutex
	next := 0
	return Func(func(Request) Answer {
		mu.Lock()
		defer mu.Unlock()
		a := answers[min(next, len(answers)-1)]
		next++
		return a
	})
}

// Func makes a server that computes its answers; answer is called by many at
// once.
func Func(answer func(Request) Answer) *Server { return &Server{answer: answer} }

// Start serves h until the test ends and gives its address, without a path.
func Start(t testing.TB, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// Requests returns what was asked so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// InFlight returns how many requests are being answered, and the most at once so
// far. A request is answered just before its last event is sent: who has read
// that may send the next.
func (s *Server) InFlight() (now, most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now, s.most
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/v1/embeddings" && s.vector != nil {
		s.embed(w, r)
		return
	}
	api := map[string]API{"/v1/chat/completions": OpenAI, "/v1/messages": Anthropic}[r.URL.Path]
	if api == "" {
		http.NotFound(w, r)
		return
	}
	request, err := read(api, r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.begin(request)
	end := sync.OnceFunc(s.end)
	defer end()
	play(w, r, api, s.answer(request), end)
}

func (s *Server) begin(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	s.now++
	s.most = max(s.most, s.now)
}

func (s *Server) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now--
}
