package discord

import (
	"bytes"
	"context"
	"errors"
	"log"
	"net/http"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/messages"
)

// TestLibrarySilent: what the client library has to say is in its errors, and
// not in the standard log.
func TestLibrarySilent(t *testing.T) {
	var written bytes.Buffer
	before := log.Writer()
	log.SetOutput(&written)
	t.Cleanup(func() { log.SetOutput(before) })
	a := aloneAccount(t)
	through(t, a, oddly{})
	_, err := a.Post(context.Background(), messages.Post{ID: "p", Channel: "discord/1290000000000000001/1290000000000000002", Text: "hi"})
	if _, later := errors.AsType[*adapter.RetryError](err); !later {
		t.Errorf("got %v, want a rate limit", err)
	}
	if written.Len() > 0 {
		t.Errorf("the standard log has %q", &written)
	}
}

// oddly answers with a rate limit in words of its own, and fails to end.
type oddly struct{}

func (oddly) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusTooManyRequests, Status: "429", Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: unending{strings.NewReader("error code: 1015")},
	}, nil
}

type unending struct{ *strings.Reader }

func (unending) Close() error { return errors.New("it goes on") }
