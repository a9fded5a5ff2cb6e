package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
)

// requestTimeout is how long Discord may take to answer.
const requestTimeout = 20 * time.Second

// rest asks Discord's REST interface.
type rest struct {
	session   *discordgo.Session
	transport *transport
}

// call makes one request and reads the answer into out unless that is nil.
// The error is an adapter.RetryError when a rate limit stood before it or
// nobody was reached, and wraps adapter.ErrGone when Discord will never do it.
//
// discordgo would sleep in the bucket, whatever ctx says; so the bucket is
// looked at first.
func (r *rest) call(ctx context.Context, method, address, bucketID string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return fmt.Errorf("request: %w", err)
		}
	}
	return r.send(ctx, method, address, bucketID, "application/json", body, out)
}

// send is call with a body of any form.
func (r *rest) send(ctx context.Context, method, address, bucketID, form string, body []byte, out any) error {
	bucket := r.session.Ratelimiter.GetBucket(bucketID)
	bucket.Lock()
	if pause := max(r.session.Ratelimiter.GetWaitTime(bucket, 1), r.transport.paused()); pause > 0 {
		bucket.Unlock()
		return adapter.RetryAfter(pause, errors.New("rate limited"))
	}
	bucket.Remaining--
	answer, err := r.session.RequestWithLockedBucket(method, address, form, body, bucket, 0, discordgo.WithContext(ctx))
	if err != nil {
		return meaning(err)
	}
	if out == nil {
		return nil
	}
	if err := lenient(answer, out); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

// patiently is call for what can wait: it waits for rate limits until ctx
// ends.
func (r *rest) patiently(ctx context.Context, method, address, bucketID string, in, out any) error {
	return adapter.Patiently(ctx, func() error { return r.call(ctx, method, address, bucketID, in, out) })
}

// lenient decodes what fits and leaves out what has another form than is
// known: Discord changes, and a line is not lost for one field.
func lenient(data []byte, out any) error {
	err := json.Unmarshal(data, out)
	if _, partly := errors.AsType[*json.UnmarshalTypeError](err); partly {
		return nil
	}
	return err
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
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
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
	codeUnknownChannel = 10003
	codeSlowmode       = 20016
	codeThreadExists   = 160004
)

// isCode reports whether err is Discord's error of that code.
func isCode(err error, code int) bool {
	f, ok := errors.AsType[*failure](err)
	return ok && f.code == code
}
