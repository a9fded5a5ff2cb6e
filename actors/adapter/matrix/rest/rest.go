// Package rest asks a Matrix homeserver as one account and says of an error what is
// known of the request. It knows how a homeserver refuses, and no room; paths and
// bodies are the caller's.
package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"familiar/actors/adapter"
)

const (
	// answerWithin is how long a call may take.
	answerWithin = 30 * time.Second
	// mostAnswer is how many bytes of an answer are read. A first sync of an account
	// that is in hundreds of rooms has some megabytes.
	mostAnswer = 64 << 20
)

// A Client is a homeserver as one account.
type Client struct {
	url     string // without a slash at its end
	token   adapter.Secret
	polling *http.Client // waits as long as the caller does
	calls   *http.Client
	files   *http.Client // for what is read as it comes

	Clock adapter.ServerClock
}

// Open makes a client of the homeserver at an address. It asks for nothing yet.
func Open(address string, token adapter.Secret) *Client {
	c := &Client{url: strings.TrimRight(address, "/"), token: token, files: adapter.NewFileClient()}
	c.polling, c.calls = c.Clock.NewClient(0, mostAnswer), c.Clock.NewClient(answerWithin, mostAnswer)
	return c
}

// A Request is one call. Its path is below /_matrix/client; every part is escaped,
// so that an id in it is one part whatever it has in it.
type Request struct {
	Method string   // of HTTP
	Path   []string // as "v3", "rooms", an id, "send"
	Query  url.Values
	Body   any // as JSON; nil: none
}

// what names a request for errors: without ids, which say who is where.
func (r Request) what() string {
	var words []string
	for _, part := range r.Path {
		if part != "" && !strings.ContainsAny(part, "!@$#:") {
			words = append(words, part)
		}
	}
	return strings.Join(words, "/")
}

// address returns where a request goes.
func (r Request) address(base string) (string, error) {
	var b strings.Builder
	b.WriteString(base + "/_matrix/client")
	for _, part := range r.Path {
		if part == "" || part == "." || part == ".." {
			return "", errors.New("a part of the path is none")
		}
		b.WriteString("/" + url.PathEscape(part))
	}
	if len(r.Query) > 0 {
		b.WriteString("?" + r.Query.Encode())
	}
	return b.String(), nil
}

// Call makes a request and decodes its answer into out; nil: it isn't looked at.
// What an error says of the request [Outcome] tells.
func (c *Client) Call(ctx context.Context, r Request, out any) error {
	return c.decode(ctx, c.calls, r, out)
}

// Poll is Call of what is answered only when there is something, or when that long
// has passed.
func (c *Client) Poll(ctx context.Context, wait time.Duration, r Request, out any) error {
	ctx, done := context.WithTimeout(ctx, wait+answerWithin)
	defer done()
	return c.decode(ctx, c.polling, r, out)
}

func (c *Client) decode(ctx context.Context, client *http.Client, r Request, out any) error {
	text, err := c.send(ctx, client, r)
	if err != nil || out == nil {
		return err
	}
	if err := adapter.DecodeLenient(text, out); err != nil {
		return fmt.Errorf("%s: a result in an unknown form: %w", r.what(), err)
	}
	return nil
}

// send makes a request and returns the answer of one that succeeded.
func (c *Client) send(ctx context.Context, client *http.Client, r Request) ([]byte, error) {
	address, err := r.address(c.url)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", r.what(), adapter.ErrGone, err)
	}
	var body io.Reader
	if r.Body != nil {
		raw, err := json.Marshal(r.Body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w: %w", r.what(), adapter.ErrGone, err)
		}
		body = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, address, body)
	if err != nil {
		return nil, fmt.Errorf("%s: the homeserver's address is none", r.what())
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return c.exchange(client, request, r.what())
}

// exchange makes a request as the account and returns the answer of one that succeeded.
func (c *Client) exchange(client *http.Client, request *http.Request, what string) ([]byte, error) {
	request.Header.Set("Authorization", "Bearer "+string(c.token))
	response, text, err := adapter.Exchange(client, request)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", what, err)
	case response.StatusCode != http.StatusOK:
		return nil, refusal(what, response, text)
	}
	return text, nil
}

// refusal reads an answer that says no.
func refusal(what string, response *http.Response, text []byte) *Refusal {
	var answer struct {
		Code       string  `json:"errcode"`
		Text       string  `json:"error"`
		RetryAfter float64 `json:"retry_after_ms"` // deprecated, and all that older homeservers say
		SoftLogout bool    `json:"soft_logout"`
	}
	_ = adapter.DecodeLenient(text, &answer) // what is no JSON is a proxy's, and has no code
	if answer.Text == "" {
		answer.Text = http.StatusText(response.StatusCode)
	}
	pause := answer.RetryAfter / 1000
	if s, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		pause = float64(s)
	}
	return &Refusal{
		What: what, Status: response.StatusCode, Code: answer.Code, Text: answer.Text, SoftLogout: answer.SoftLogout,
		RetryAfter: adapter.Seconds(pause),
	}
}
