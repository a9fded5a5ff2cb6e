// Package scripted is a model's server for load: it speaks OpenAI's chat
// completions over HTTP, takes its time as models do, fails now and then, says
// no to every judge and answers calls by quoting their tokens, so that package
// load can tell which lines an answer is for. It tells a tally when it was
// asked and when it answered.
//
// Unlike llm/llmtest/server, which tests use, it remembers nothing of what it
// was asked: a load may last for days.
package scripted

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"familiar/lab/load"
	"familiar/llm"
	"familiar/llm/quote"
)

// maxBody bounds a request, in bytes.
const maxBody = 4 << 20

// spread is the sigma of the log-normal time an answer takes: with it, of a
// median of 4 s one in forty is faster than 1 s and one in ninety slower than
// 20 s, which are cut off there.
const spread = 0.7

// Options is how the model behaves.
type Options struct {
	Names  load.Names          // whose calls it answers
	Median time.Duration       // half of the answers take longer; none less than a quarter, none more than 5 times; 0: no time
	Errors float64             // share of the requests that fail: two of three with 500, the others with 429; 0 to 1
	Hangs  float64             // share that is never answered; 0 to 1
	Hung   func(load.Key) bool // a call of which no answer ever comes; nil: of none

	Asked, Answered func(now time.Time, lines ...load.Key) // told when a call reaches the model and when its answer is complete; nil: nobody
	Hanging         func(lines ...load.Key)                // told of calls that have no answer until they are asked again; nil: nobody
}

// A Model is the server's handler.
type Model struct{ Options }

// New makes a model.
func New(o Options) *Model {
	if o.Asked == nil {
		o.Asked = func(time.Time, ...load.Key) {}
	}
	if o.Answered == nil {
		o.Answered = func(time.Time, ...load.Key) {}
	}
	if o.Hanging == nil {
		o.Hanging = func(...load.Key) {}
	}
	if o.Hung == nil {
		o.Hung = func(load.Key) bool { return false }
	}
	return &Model{o}
}

// mostOfAWord is how many tokens a verdict of one word may have at most.
const mostOfAWord = 3

// A request is what is looked at of one.
type request struct {
	ResponseFormat any `json:"response_format"` // there is one: a verdict is wanted
	MaxTokens      int `json:"max_tokens"`      // of a verdict in one word: a few
	Messages       []struct {
		Role    string
		Content json.RawMessage
	}
}

// ServeHTTP implements http.Handler.
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/v1/chat/completions" {
		http.NotFound(w, r)
		return
	}
	var body bytes.Buffer
	body.Grow(int(min(max(0, r.ContentLength), maxBody)) + bytes.MinRead)
	_, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, maxBody))
	var asked request
	if err != nil || json.Unmarshal(body.Bytes(), &asked) != nil {
		http.Error(w, `{"error":{"message":"no request"}}`, http.StatusBadRequest)
		return
	}
	said, called := m.answer(asked)
	m.Asked(time.Now(), called...)
	if llm.Pause(r.Context(), m.time()) != nil {
		return
	}
	switch luck := rand.Float64(); {
	case luck < m.Hangs, slices.ContainsFunc(called, m.Hung):
		m.Hanging(called...)
		<-r.Context().Done()
	case luck < m.Hangs+m.Errors/3:
		w.Header().Set("Retry-After", "1")
		fail(w, http.StatusTooManyRequests, "too many")
	case luck < m.Hangs+m.Errors:
		fail(w, http.StatusInternalServerError, "trouble")
	default:
		m.Answered(time.Now(), called...)
		stream(w, said)
	}
}

// time draws how long an answer takes.
func (m *Model) time() time.Duration {
	took := time.Duration(float64(m.Median) * math.Exp(spread*rand.NormFloat64()))
	return min(max(took, m.Median/4), 5*m.Median)
}

// answer returns what is said to a request, and the calls it answers.
func (m *Model) answer(r request) (said string, called []load.Key) {
	if r.ResponseFormat != nil {
		return `{"speak": false, "reason": "they talk among themselves"}`, nil
	}
	if r.MaxTokens > 0 && r.MaxTokens <= mostOfAWord {
		return "NO", nil
	}
	for _, said := range r.Messages {
		if said.Role != "user" {
			continue
		}
		for _, p := range quote.Read(text(said.Content)) {
			if p.Mark == quote.Current {
				called = append(called, m.Names.Called(p.Text)...)
			}
		}
	}
	if len(called) == 0 {
		return "NO_REPLY", nil
	}
	return m.Names.Quote(called), called
}

// text returns a content that is a string, or the texts of one in parts.
func text(content json.RawMessage) string {
	var words string
	if json.Unmarshal(content, &words) == nil {
		return words
	}
	var parts []struct{ Text string }
	_ = json.Unmarshal(content, &parts) // whatever it is, it has no text
	var all strings.Builder
	for _, p := range parts {
		all.WriteString(p.Text)
	}
	return all.String()
}

func fail(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":{"message":%q}}`, message)
}

// stream sends a text as chat completions are streamed.
func stream(w http.ResponseWriter, said string) {
	w.Header().Set("Content-Type", "text/event-stream")
	quoted, _ := json.Marshal(said) // text can always be
	const chunk = `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"scripted",`
	fmt.Fprintf(w, chunk+`"choices":[{"index":0,"delta":{"content":%s},"finish_reason":null}]}`+"\n\n", quoted)
	fmt.Fprint(w, chunk+`"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\n")
	fmt.Fprint(w, chunk+`"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":4,"total_tokens":16}}`+"\n\ndata: [DONE]\n\n")
}
