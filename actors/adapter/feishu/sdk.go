package feishu

import (
	"context"
	"net/http"
	"time"

	"familiar/actors/adapter"
)

// answerLimit is the longest answer of the REST interface that is read, in
// bytes. The SDK reads answers whole.
const answerLimit = 8 << 20

// requestTimeout is for one request of the SDK.
const requestTimeout = 15 * time.Second

// bounded is the SDK's HTTP client. It follows no redirect: the interface
// has none, and one would carry the token to another host.
type bounded struct{ client *http.Client }

func newBounded() bounded {
	return bounded{&http.Client{
		Timeout:       requestTimeout,
		CheckRedirect: adapter.Stay,
	}}
}

// Do implements larkcore.HttpClient.
func (b bounded) Do(r *http.Request) (*http.Response, error) {
	resp, err := b.client.Do(r)
	if err != nil {
		return nil, err
	}
	resp.Body = adapter.Bounded(resp.Body, answerLimit)
	return resp, nil
}

// silent is the SDK's logger: what it writes holds what people said, and what
// matters comes back as an error.
type silent struct{}

func (silent) Debug(context.Context, ...any) {}
func (silent) Info(context.Context, ...any)  {}
func (silent) Warn(context.Context, ...any)  {}
func (silent) Error(context.Context, ...any) {}
