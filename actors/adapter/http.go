package adapter

import (
	"errors"
	"io"
	"net/http"
)

// Stay is for http.Client.CheckRedirect: a redirect is not followed, since a
// token would go along.
func Stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

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
