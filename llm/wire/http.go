package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"familiar/llm"
)

// idleConnections is how many connections to a provider are kept for the next
// requests, for a minute and a half. Of the calls that a gate lets run at once, 20 by
// default, hardly one has to connect anew.
const idleConnections = 1024

// maxReport bounds what is read of a failure's body, in bytes.
const maxReport = 64 << 10

// HTTPClient returns a client that follows no redirect: the key would go along.
// Proxies are taken from the environment, as everywhere; nothing else is.
func HTTPClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = idleConnections, idleConnections
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Post sends a request below a provider's address and returns the response that
// starts an answer; anything else is a [Failure] or why there was none.
func (p Provider) Post(ctx context.Context, client *http.Client, base, path string, headers http.Header, body any) (*http.Response, error) {
	request, err := posting(ctx, base, path, headers, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "text/event-stream, application/json")
	return p.receive(request, client)
}

// PostWhole sends a request below a provider's address whose answer is no stream, and
// returns its body, of at most 32 MiB, and the provider's name for the request. Anything
// but an answer is a [Failure] or why there was none.
func (p Provider) PostWhole(ctx context.Context, client *http.Client, base, path string, headers http.Header, body any) (answer []byte, id string, err error) {
	request, err := posting(ctx, base, path, headers, body)
	if err != nil {
		return nil, "", err
	}
	request.Header.Set("Accept", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	most := int64(maxAnswer)
	if response.StatusCode != http.StatusOK {
		most = maxReport
	}
	answer, err = io.ReadAll(io.LimitReader(response.Body, most))
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch {
	case response.StatusCode != http.StatusOK || readReport(answer).failed || media == "text/html":
		return nil, "", p.identified(response, p.judge(response, media, answer))
	case err != nil:
		return nil, "", p.identified(response, fmt.Errorf("%w: %s", llm.ErrCut, p.Clean(err.Error())))
	}
	return answer, p.RequestID(response.Header), nil
}

// posting makes a request with a body below a provider's address.
func posting(ctx context.Context, base, path string, headers http.Header, body any) (*http.Request, error) {
	address, err := below(base, path)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header = headers
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "familiar")
	return request, nil
}

// below returns the address of a path below another address, which is one
// whether or not a slash ends it. What isn't one is no [url.Error], as of a
// server that is not there.
func below(base, path string) (string, error) {
	at, err := url.Parse(strings.TrimSuffix(base, "/") + "/")
	if err != nil {
		return "", fmt.Errorf("url: %s", err) //nolint:errorlint // see above
	}
	return at.ResolveReference(&url.URL{Path: path}).String(), nil
}

// receive sends a request and returns the response that starts an answer, its body
// bounded; any other is a [Failure].
func (p Provider) receive(request *http.Request, client *http.Client) (*http.Response, error) {
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	failed := response.StatusCode != http.StatusOK
	if !failed && media != "text/html" && media != "application/json" && streams(response) {
		response.Body = &bounded{ReadCloser: response.Body}
		return response, nil
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(response.Body, maxReport)) // what could be read has to do
	return nil, p.identified(response, p.judge(response, media, body))
}

// streams reports whether a body begins as a stream of events may. Some proxies
// give a failure in JSON the type of the stream that was asked for.
func streams(response *http.Response) bool {
	body := bufio.NewReader(response.Body)
	response.Body = struct {
		io.Reader
		io.Closer
	}{body, response.Body}
	first, _ := body.Peek(1) // what can't be read is found by reading on
	return !bytes.ContainsAny(first, "{[<")
}

// judge says what a response is that starts no answer.
func (p Provider) judge(response *http.Response, media string, body []byte) error {
	status := response.StatusCode
	switch {
	case status >= http.StatusBadRequest:
		return p.Failed(status, response.Header, body)
	case status == http.StatusOK && readReport(body).failed:
		return p.Failed(0, response.Header, body)
	case status == http.StatusOK:
		return fmt.Errorf("%w: it is %s and no stream of events", llm.ErrForeign, media)
	}
	host := "nowhere"
	if to, err := response.Location(); err == nil {
		host = to.Host
	}
	return fmt.Errorf("%w: status %d leads to %s, and redirects are not followed: mend the url", llm.ErrInvalid, status, p.Clean(host))
}

// An identified error is one of a response whose request id is known.
type identified struct {
	error
	id string
}

func (e *identified) Unwrap() error { return e.error }

func (p Provider) identified(response *http.Response, err error) error {
	return &identified{err, p.RequestID(response.Header)}
}

// Unanswered makes an error of a request that got no answer one of llm's, and
// gives the usage it came to: the request's id, if there is one.
func (p Provider) Unanswered(err error) (llm.Usage, error) {
	if of, ok := errors.AsType[*identified](err); ok {
		return llm.Usage{RequestID: of.id}, of.error
	}
	if sent, ok := errors.AsType[*url.Error](err); ok {
		return llm.Usage{}, fmt.Errorf("%w: %s", llm.ErrUnreachable, p.Clean(sent.Err.Error()))
	}
	return llm.Usage{}, fmt.Errorf("%w: %s", llm.ErrInvalid, p.Clean(err.Error()))
}
