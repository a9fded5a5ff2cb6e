// Package anthropic is the client of models behind Anthropic's messages API.
// Answers are streamed, and the system prompt with the tools before it is
// marked for the provider's cache.
//
// It sends each request once (what may be asked again is the gate's to ask,
// see llm/gate) and reads nothing from the environment. It knows nothing of
// prompts. The configuration offers it as kind "anthropic".
package anthropic

import (
	"cmp"
	"context"
	"iter"
	"net/http"
	"strings"
	"time"

	"familiar/llm"
	"familiar/llm/wire"
)

// DefaultURL is Anthropic's own.
const DefaultURL = "https://api.anthropic.com"

// DefaultMaxTokens is how long an answer may get when nobody says, with the thoughts that
// newer models begin with; this API wants a limit.
const DefaultMaxTokens = 4096

// Options say which model it is and where.
type Options struct {
	Name      string // for logs and people; empty: Model
	Model     string // the provider's name for it
	Key       string // empty: none is sent
	URL       string // up to and without /v1/messages; empty: DefaultURL
	Price     llm.Price
	MaxTokens int // of an answer; 0: DefaultMaxTokens

	Temperature *float64 // 0 to 1; nil: the provider's
	Effort      string   // one of [Efforts]; "": the provider's
}

// Efforts returns how much a model may spend on an answer, thoughts and calls
// of tools included, least first. Models before Claude 4.5 know none.
func Efforts() []string { return []string{"low", "medium", "high", "xhigh", "max"} }

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
	o.Name, o.URL, o.MaxTokens = cmp.Or(o.Name, o.Model), cmp.Or(o.URL, DefaultURL), cmp.Or(o.MaxTokens, DefaultMaxTokens)
	return &Model{
		options:  o,
		provider: wire.Provider{Client: "anthropic", Name: o.Name, Key: o.Key, Price: o.Price},
		client:   wire.HTTPClient(),
	}
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.options.Name }

// Generate implements llm.Model. Text comes as it is streamed; calls come
// whole, when the answer is complete. A verdict is the arguments of a call that
// the model is made to give, as text; what a model says that can't be made to.
func (m *Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return m.provider.Answer(ctx, func(say wire.Say) (llm.Usage, error) {
		response, asked, limit, err := m.ask(ctx, r)
		if err != nil {
			return m.provider.Unanswered(err)
		}
		defer response.Body.Close()
		return m.read(asked, response, limit, r.Verdict, say)
	})
}

// ask sends the request, again without what the provider turns down, and gives when the one
// was sent that is answered and how many tokens its answer may have.
func (m *Model) ask(ctx context.Context, r llm.Request) (response *http.Response, asked time.Time, limit int, err error) {
	err = m.without.Ask(func(without ability) (ability, error) {
		body, err := m.request(r, without)
		if err != nil {
			return 0, err
		}
		asked, limit = time.Now(), body.MaxTokens
		response, err = m.provider.Post(ctx, m.client, m.base(), "v1/messages", m.authorized(), body)
		return lacking(err, &body), err
	})
	return response, asked, limit, err
}

// base returns the address up to and without /v1.
func (m *Model) base() string {
	return strings.TrimSuffix(strings.TrimSuffix(m.options.URL, "/"), "/v1")
}

// apiVersion is the form of the API's answers, which it wants to be told.
const apiVersion = "2023-06-01"

// Offers returns the names of the newest models that the provider has, at most
// 1,000.
func (m *Model) Offers(ctx context.Context) ([]string, error) {
	return m.provider.Offers(ctx, m.base()+"/v1/models?limit=1000", m.authorized())
}

// authorized returns the headers that say who asks, and for which form.
func (m *Model) authorized() http.Header {
	headers := http.Header{"Anthropic-Version": {apiVersion}}
	if m.options.Key != "" {
		headers.Set("X-Api-Key", m.options.Key)
	}
	return headers
}
