package outside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// errTooLong is told to the model.
var errTooLong = errors.New("the answer has more than 4 MiB")

// A link is what one session's requests go over: it shows the token, follows no
// redirect and bounds what is read.
type link struct {
	token string
	long  atomic.Bool // an answer was longer than may be read
}

func (l *link) client() *http.Client {
	return &http.Client{
		Transport: l,
		// A redirect would carry the token and what a familiar heard elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the server redirects, which isn't followed")
		},
	}
}

// RoundTrip implements http.RoundTripper.
func (l *link) RoundTrip(r *http.Request) (*http.Response, error) {
	if l.token != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+l.token)
	}
	if r.Method == http.MethodDelete {
		return leave(r)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		answer.Body = &bounded{answer.Body, l, maxAnswer}
	}
	return answer, err
}

// leave tells the server that the session is over. No turn waits for one that
// doesn't take note of it.
func leave(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), leaveFor)
	defer cancel()
	answer, err := http.DefaultTransport.RoundTrip(r.WithContext(ctx))
	if err == nil {
		_ = answer.Body.Close()
		answer.Body = http.NoBody
	}
	return answer, err
}

// plainly says of a call that was cut off how long it had, or that there was too
// much of it.
func (l *link) plainly(ctx context.Context, had time.Duration, err error) error {
	switch {
	case err == nil:
		return nil
	case l.long.Load():
		return errTooLong
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("no answer within %v", had)
	}
	return err
}

// bounded is an answer that may have so many bytes more.
type bounded struct {
	io.ReadCloser
	link *link
	left int
}

// Read implements io.Reader.
func (b *bounded) Read(into []byte) (int, error) {
	if len(into) > b.left+1 { // one more tells that there is more
		into = into[:b.left+1]
	}
	n, err := b.ReadCloser.Read(into)
	if n > b.left {
		b.link.long.Store(true)
		return b.left, errTooLong
	}
	b.left -= n
	return n, err
}
