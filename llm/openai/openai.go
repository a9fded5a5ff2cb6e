// Package openai is the client of models behind OpenAI's chat completions and
// embeddings: OpenAI itself, Ollama, vLLM, OpenRouter, llama.cpp and any other server
// that speaks these. Answers are streamed, vectors aren't.
//
// It sends each request once (what may be asked again is the gate's to ask,
// see llm/gate) and reads nothing from the environment. It knows nothing of
// prompts. The configuration offers it as kind "openai".
package openai

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"net/http"
	"strings"
	"time"

	"familiar/llm"
	"familiar/llm/wire"
)

// DefaultURL is OpenAI's own.
const DefaultURL = "https://api.openai.com/v1"

// Options say which model it is and where.
type Options struct {
	Name      string // for logs and people; empty: Model
	Model     string // the provider's name for it
	Key       string // empty: none is sent, as local servers like it
	URL       string // up to and without /chat/completions or /embeddings; empty: DefaultURL
	Price     llm.Price
	MaxTokens int // of an answer; 0: the provider's default

	Temperature *float64 // 0 to 2; nil: the provider's
	Effort      string   // one of [Efforts]; "": the provider's, and nothing is said of it
}

// Efforts returns how much a model may spend on thoughts, least first. No server
// knows all of them: it turns down what it doesn't know.
func Efforts() []string { return []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"} }

// A Model is one model of one provider.
type Model struct {
	options  Options
	provider wire.Provider
	client   *http.Client
	without  wire.Without[ability]
}

// New makes a model. Nothing is sent before the first Generate; what is wrong
// with the options is its error.
func New(o Options) *Model {
	o.Name, o.URL = cmp.Or(o.Name, o.Model), cmp.Or(o.URL, DefaultURL)
	return &Model{
		options:  o,
		provider: wire.Provider{Client: "openai", Name: o.Name, Key: o.Key, Price: o.Price},
		client:   wire.HTTPClient(),
	}
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.options.Name }

// Generate implements llm.Model. Text comes as it is streamed; calls come
// whole, when the answer is complete.
func (m *Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	if len(r.Embed) > 0 {
		return m.provider.Answer(ctx, func(say wire.Say) (llm.Usage, error) { return m.embed(ctx, r.Embed, say) })
	}
	return m.provider.Answer(ctx, func(say wire.Say) (llm.Usage, error) {
		response, asked, err := m.ask(ctx, r)
		if err != nil {
			return m.unanswered(err, m.limit(r))
		}
		defer response.Body.Close()
		return m.read(asked, response, m.limit(r), say)
	})
}

// unanswered says what a request came to that got no answer. OpenAI turns down
// one whose model spent its whole limit on thoughts: that is a limit, too.
func (m *Model) unanswered(err error, limit int) (llm.Usage, error) {
	usage, told := m.provider.Unanswered(err)
	if f, ok := errors.AsType[*wire.Failure](err); ok && f.Names("output limit was reached") {
		return usage, &llm.LimitError{Tokens: limit, Thought: true}
	}
	return usage, told
}

// ask sends the request, again without what the provider turns down, and gives
// when the one was sent that is answered.
func (m *Model) ask(ctx context.Context, r llm.Request) (response *http.Response, asked time.Time, err error) {
	err = m.without.Ask(func(without ability) (ability, error) {
		body, err := m.request(r, without)
		if err != nil {
			return 0, err
		}
		asked = time.Now()
		response, err = m.provider.Post(ctx, m.client, m.options.URL, "chat/completions", m.authorized(), body)
		return lacking(err, body), err
	})
	return response, asked, err
}

// TakesTools reports whether the provider has not said yet, of an earlier request, that the
// model can't be given tools.
func (m *Model) TakesTools() bool { return !m.without.Has(tooling) }

// Offers returns the names of the models that the server has.
func (m *Model) Offers(ctx context.Context) ([]string, error) {
	return m.provider.Offers(ctx, strings.TrimSuffix(m.options.URL, "/")+"/models", m.authorized())
}

// authorized returns the headers that say who asks.
func (m *Model) authorized() http.Header {
	headers := http.Header{}
	if m.options.Key != "" {
		headers.Set("Authorization", "Bearer "+m.options.Key)
	}
	return headers
}
