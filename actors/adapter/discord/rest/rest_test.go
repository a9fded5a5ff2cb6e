package rest

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"familiar/actors/adapter"
)

// A reply answers every request.
type reply struct {
	status int
	header http.Header
	body   string
	err    error
}

func (a reply) RoundTrip(r *http.Request) (*http.Response, error) {
	if a.err != nil {
		return nil, a.err
	}
	header := a.header
	if header == nil {
		header = http.Header{"Content-Type": {"application/json"}}
	}
	return &http.Response{StatusCode: a.status, Status: http.StatusText(a.status), Header: header, Request: r, Body: io.NopCloser(strings.NewReader(a.body))}, nil
}

// TestCall: what is known of a request that didn't succeed.
func TestCall(t *testing.T) {
	for _, tt := range []struct {
		story       string
		reply       reply
		gone, later bool
		code        int
	}{
		{"it succeeds", reply{status: 200, body: `{"id":"7","odd":1}`}, false, false, 0},
		{"the token is wrong", reply{status: 401, body: `{"message":"401: Unauthorized","code":0}`}, true, false, 0},
		{"there is no such channel", reply{status: 404, body: `{"message":"Unknown Channel","code":10003}`}, true, false, CodeUnknownChannel},
		{"the channel is in slow mode", reply{status: 400, body: `{"message":"slow","code":20016}`}, false, true, 20016},
		{"too much was asked", reply{status: 429, body: `{"retry_after":1.5}`}, false, true, 0},
		{"nobody was reached", reply{err: &net.OpError{Op: "dial", Err: errors.New("refused")}}, false, true, 0},
		{"the connection was lost: it may have been done", reply{err: io.ErrUnexpectedEOF}, false, false, 0},
		{"Discord is out of order", reply{status: 503, body: `{}`}, false, false, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := Open("token", "", tt.reply)
			if err != nil {
				t.Fatal(err)
			}
			var out struct {
				ID  string
				Odd string
			}
			err = c.Call(t.Context(), "GET", "https://discord.com/api/v9/channels/1", "channels", nil, &out)
			if ok := tt.reply.status == 200; (err == nil) != ok || ok && out.ID != "7" {
				t.Errorf("got %+v, %v", out, err)
			}
			_, later := errors.AsType[*adapter.RetryError](err)
			if gone := errors.Is(err, adapter.ErrGone); gone != tt.gone || later != tt.later {
				t.Errorf("%v: gone %v and later %v, want %v and %v", err, gone, later, tt.gone, tt.later)
			}
			if tt.code != 0 && !IsCode(err, tt.code) {
				t.Errorf("%v: want code %d", err, tt.code)
			}
		})
	}
}
