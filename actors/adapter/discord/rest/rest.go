// Package rest asks Discord's REST interface, through discordgo: it waits for no
// rate limit but names it, and gives errors as package adapter's contract has
// them. It knows no channel and no message; addresses and bodies are the
// caller's.
package rest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
)

// requestTimeout is how long Discord may take to answer.
const requestTimeout = 20 * time.Second

// silent is a level below all that discordgo logs: it writes to the standard
// log, and what it says is in the errors that it returns.
const silent = discordgo.LogError - 1

// A Client is one bot's access. Its methods may be called at the same time.
type Client struct {
	session   *discordgo.Session
	transport *transport
}

// Open makes a client. base takes the place of Discord's own addresses; "":
// those. Requests go through next.
func Open(token adapter.Secret, base string, next http.RoundTripper) (*Client, error) {
	transport := &transport{next: next}
	if base != "" {
		var err error
		if transport.base, err = url.Parse(base); err != nil || transport.base.Host == "" || transport.base.Scheme != "http" && transport.base.Scheme != "https" {
			return nil, fmt.Errorf("url %q: want http:// or https:// and a host", base)
		}
	}
	session, err := discordgo.New("Bot " + string(token))
	if err != nil {
		return nil, errors.New("the client library refuses to start")
	}
	session.LogLevel = silent
	session.StateEnabled, session.MaxRestRetries, session.ShouldRetryOnRateLimit = false, 0, false
	session.Client = &http.Client{Timeout: requestTimeout, Transport: transport}
	return &Client{session, transport}, nil
}

// Ahead returns how far Discord's clock is ahead of this machine's, see
// [adapter.ServerClock].
func (c *Client) Ahead() time.Duration { return c.transport.clock.Ahead() }

// Call makes one request and reads the answer into out unless that is nil.
// The error is an adapter.RetryError when a rate limit stood before it or
// nobody was reached, and wraps adapter.ErrGone when Discord will never do it.
//
// discordgo would sleep in the bucket, whatever ctx says; so the bucket is
// looked at first.
func (c *Client) Call(ctx context.Context, method, address, bucketID string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return fmt.Errorf("request: %w", err)
		}
	}
	return c.Send(ctx, method, address, bucketID, "application/json", body, out)
}

// Send is Call with a body of any form.
func (c *Client) Send(ctx context.Context, method, address, bucketID, form string, body []byte, out any) error {
	bucket := c.session.Ratelimiter.GetBucket(bucketID)
	bucket.Lock()
	if pause := max(c.session.Ratelimiter.GetWaitTime(bucket, 1), c.transport.paused()); pause > 0 {
		bucket.Unlock()
		return adapter.RetryAfter(pause, errors.New("rate limited"))
	}
	bucket.Remaining--
	answer, err := c.session.RequestWithLockedBucket(method, address, form, body, bucket, 0, discordgo.WithContext(ctx))
	if err != nil {
		return meaning(err)
	}
	if out == nil {
		return nil
	}
	if err := adapter.DecodeLenient(answer, out); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

// Patiently is Call for what can wait: it waits for rate limits until ctx
// ends.
func (c *Client) Patiently(ctx context.Context, method, address, bucketID string, in, out any) error {
	return adapter.Patiently(ctx, func() error { return c.Call(ctx, method, address, bucketID, in, out) })
}

// Download opens a file, without the token. A redirect is not followed.
func (c *Client) Download(ctx context.Context, address *url.URL) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	client := &http.Client{Transport: c.transport, CheckRedirect: adapter.Stay}
	answer, err := client.Do(request)
	if err != nil {
		return nil, meaning(err)
	}
	if answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		return nil, &failure{status: answer.StatusCode, text: cmp.Or(http.StatusText(answer.StatusCode), "no success")}
	}
	return answer.Body, nil
}

// meaning returns an error of discordgo's as the adapter's contract has it. It
// leaves out addresses, which have the tokens of interactions in them.
func meaning(err error) error {
	if limited, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return adapter.RetryAfter(max(limited.RetryAfter, time.Millisecond), errors.New("rate limited"))
	}
	if _, ok := errors.AsType[*json.SyntaxError](err); ok { // discordgo decodes nothing but a 429
		return adapter.RetryAfter(0, errors.New("rate limited without a reason"))
	}
	if refused, ok := errors.AsType[*discordgo.RESTError](err); ok {
		return refusal(refused)
	}
	if dial := adapter.NotReached(err); dial != nil {
		return adapter.RetryAfter(0, fmt.Errorf("not reached: %w", dial))
	}
	if asked, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("%s: %w", asked.Op, asked.Err)
	}
	return err
}

// A failure is an answer that isn't a success.
type failure struct {
	status int
	code   int // Discord's own; 0: none
	text   string
}

func (f *failure) Error() string {
	if f.code != 0 {
		return fmt.Sprintf("discord answers %d: %s (%d)", f.status, f.text, f.code)
	}
	return fmt.Sprintf("discord answers %d: %s", f.status, f.text)
}

func refusal(e *discordgo.RESTError) error {
	f := &failure{status: e.Response.StatusCode, text: http.StatusText(e.Response.StatusCode)}
	if e.Message != nil && e.Message.Message != "" {
		f.code, f.text = e.Message.Code, adapter.CleanName(e.Message.Message, 200)
	}
	switch {
	case f.status == http.StatusUnauthorized:
		return fmt.Errorf("%w: the token is wrong or was revoked: create a new one in the developer portal (%w)", adapter.ErrGone, f)
	case f.code == codeSlowmode:
		return adapter.RetryAfter(0, f)
	case f.status >= 400 && f.status < 500:
		return fmt.Errorf("%w: %w", adapter.ErrGone, f)
	}
	return f
}

// Codes of Discord's errors.
const (
	CodeUnknownChannel = 10003
	CodeUnknownWebhook = 10015
	codeSlowmode       = 20016
	CodeThreadExists   = 160004
)

// IsCode reports whether err is Discord's error of that code.
func IsCode(err error, code int) bool {
	f, ok := errors.AsType[*failure](err)
	return ok && f.code == code
}
