package adapter

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// NewClient returns an HTTP client for a network's interface. An answer may take
// so long to come, and fails when it has more than that many bytes.
func NewClient(within time.Duration, most int) *http.Client {
	return &http.Client{Transport: boundedTransport{http.DefaultTransport, most}, CheckRedirect: Stay, Timeout: within}
}

// Exchange makes a request and reads its answer. An error has no address in it.
func Exchange(client *http.Client, request *http.Request) (*http.Response, []byte, error) {
	response, err := client.Do(request)
	if err != nil {
		return nil, nil, WithoutAddress(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, body, WithoutAddress(err)
}

// IsAddress reports whether a text is an address of a host by one of these schemes.
func IsAddress(text string, schemes ...string) bool {
	at, err := url.Parse(text)
	return err == nil && at.Host != "" && slices.Contains(schemes, at.Scheme)
}

// NewFileClient returns an HTTP client for files, whose reader sets the bounds.
func NewFileClient() *http.Client { return &http.Client{CheckRedirect: Stay} }

// Stay is for http.Client.CheckRedirect: a redirect is not followed, since a
// token would go along.
func Stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

type boundedTransport struct {
	http.RoundTripper
	most int
}

func (t boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := t.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = Bounded(answer.Body, t.most)
	}
	return answer, err
}

// errTooLong is what reading a bounded body gives past its limit.
var errTooLong = errors.New("the answer is too long")

// Bounded returns a body that fails when more than that many bytes come.
func Bounded(body io.ReadCloser, most int) io.ReadCloser { return &bounded{body, most} }

type bounded struct {
	io.ReadCloser
	left int // negative: more came
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLong
	}
	if len(p) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if b.left -= n; b.left < 0 {
		return 0, errTooLong
	}
	return n, err
}
