package slack

import (
	"io"
	"net/http"
	"time"
)

const (
	// mostAnswer is how much of an answer of the Web API is read: a page of
	// 200 long messages.
	mostAnswer = 16 << 20
	// answerWithin is how long a call may take.
	answerWithin = 30 * time.Second
)

// newCalls gives the client for the Web API's methods, and newFiles the one
// for files, whose reader sets the bounds. They follow no redirect, since the
// token would go along.
func newCalls() *http.Client {
	return &http.Client{Transport: bounded{http.DefaultTransport}, CheckRedirect: stay, Timeout: answerWithin}
}

func newFiles() *http.Client { return &http.Client{CheckRedirect: stay} }

func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// bounded cuts what is read of an answer, which slack-go reads whole.
type bounded struct{ http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(answer.Body, mostAnswer), answer.Body}
	}
	return answer, err
}
