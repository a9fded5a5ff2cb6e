package slack

import (
	"net/http"
	"time"

	"familiar/actors/adapter"
)

const (
	// mostAnswer is how much of an answer of the Web API is read: a page of
	// 200 long messages.
	mostAnswer = 16 << 20
	// answerWithin is how long a call may take.
	answerWithin = 30 * time.Second
)

// newCalls returns the client for the Web API's methods, and newFiles the one
// for files, whose reader sets the bounds.
func newCalls() *http.Client {
	return &http.Client{Transport: bounded{http.DefaultTransport}, CheckRedirect: adapter.Stay, Timeout: answerWithin}
}

func newFiles() *http.Client { return &http.Client{CheckRedirect: adapter.Stay} }

// bounded bounds an answer, which slack-go reads whole.
type bounded struct{ http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = adapter.Bounded(answer.Body, mostAnswer)
	}
	return answer, err
}
