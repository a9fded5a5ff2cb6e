package control

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"familiar/control/access"
)

// twoWeakOneStrong has two tokens that may read and one that may do all.
func twoWeakOneStrong(o *Options) {
	o.Listen, o.ReadTimeout, o.Streams, o.Requests = "127.0.0.1:0", 10*time.Minute, 16, 8
	o.Steer = &helm{}
	o.Tokens = []access.Token{
		{Name: "greedy", Secret: "greedy", Scopes: []string{"read"}},
		{Name: "another", Secret: "another", Scopes: []string{"read"}},
		{Name: "operator", Secret: "operator", Scopes: access.Scopes},
	}
}

// sends writes a request and gives the answer's status and header.
func (c *caller) sends(format string, a ...any) *http.Response {
	c.t.Helper()
	fmt.Fprintf(c, format, a...)
	answer, err := http.ReadResponse(c.in, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer
}

const (
	streamOf   = "GET /v1/channels/garden/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
	halfABody  = "POST /v1/tools/channels HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n"
	wholeBody  = "POST /v1/tools/channels HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: 2\r\n\r\n{}"
	asksHealth = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
)

// TestOneTokenStarvesNobody: what one token has open, of streams that nobody
// reads or bodies that never come, leaves room for others.
func TestOneTokenStarvesNobody(t *testing.T) {
	for _, tt := range []struct {
		story, greed, other string
		share               int
	}{
		{"event streams", streamOf, streamOf, 8},
		{"bodies that don't come", halfABody, wholeBody, 4},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, twoWeakOneStrong)
			address, end := listen(t, r)
			t.Cleanup(end) // after those of the callers
			for n := range 20 {
				answer := dial(t, address).sends(tt.greed, "greedy")
				let := answer.StatusCode == http.StatusOK || answer.StatusCode == http.StatusContinue
				switch {
				case let != (n < tt.share):
					t.Fatalf("number %d of the greedy token: got %s, its share is %d", n+1, answer.Status, tt.share)
				case !let && (answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == ""):
					t.Fatalf("beyond its share: got %s %v", answer.Status, answer.Header)
				}
			}
			for _, token := range []string{"another", "operator", r.run} {
				if answer := dial(t, address).sends(tt.other, token); answer.StatusCode != http.StatusOK {
					t.Errorf("token %.8s meanwhile: got %s", token, answer.Status)
				}
			}
			for _, path := range []string{"/healthz", "/readyz", "/"} {
				_ = dial(t, address).asks(path, "").Body.Close()
			}
		})
	}
}

// TestWhoIsTurnedAwayNeedNotSendTheRest: the answer comes though the body
// doesn't, and the connection is nobody's whom it could keep out.
func TestWhoIsTurnedAwayNeedNotSendTheRest(t *testing.T) {
	const half = "POST /v1/channels/garden/lines HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n{"
	for _, tt := range []struct {
		story, host, token string
		length, want       int
	}{
		{"no token of ours", "localhost", "wrong", 100, 401},
		{"a token without the scope", "localhost", "another", 100, 403},
		{"a name that isn't ours", "evil.example", "operator", 100, 421},
		{"a body that says it is too long", "localhost", "operator", 1 << 30, 413},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, twoWeakOneStrong)
			address, end := listen(t, r)
			t.Cleanup(end) // after those of the callers
			if answer := dial(t, address).sends(half, tt.host, tt.token, tt.length); answer.StatusCode != tt.want {
				t.Errorf("got %s, want %d", answer.Status, tt.want)
			}
		})
	}
}

// TestStrangersKeepNobodyOut: connections that are turned away, and still have
// a body to send, go before one that asks.
func TestStrangersKeepNobodyOut(t *testing.T) {
	r := newRig(t, func(o *Options) { twoWeakOneStrong(o); o.Streams, o.Requests = 1, 2 })
	address, end := listen(t, r)
	t.Cleanup(end) // after those of the callers
	for range r.Streams + r.Requests + access.SpareConnections {
		dial(t, address).sends("POST /v1/tools/channels HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
	}
	if answer := dial(t, address).sends(asksHealth); answer.StatusCode != http.StatusOK {
		t.Errorf("health: got %s", answer.Status)
	}
	if answer := dial(t, address).sends(wholeBody, "operator"); answer.StatusCode != http.StatusOK {
		t.Errorf("an operator: got %s", answer.Status)
	}
}

// TestAHeaderIsAsLongAsThePageSays to the byte.
func TestAHeaderIsAsLongAsThePageSays(t *testing.T) {
	r := newRig(t, patiently)
	address, end := listen(t, r)
	t.Cleanup(end) // after those of the callers
	const rest = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: \r\n\r\n"
	for _, tt := range []struct{ bytes, want int }{{16 << 10, 200}, {16<<10 + 1, 431}} {
		c := dial(t, address)
		go fmt.Fprint(c, strings.Replace(rest, "X-Long: ", "X-Long: "+strings.Repeat("x", tt.bytes-len(rest)), 1))
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != tt.want {
			t.Errorf("a header of %d bytes: got %s, want %d", tt.bytes, answer.Status, tt.want)
		}
	}
}
