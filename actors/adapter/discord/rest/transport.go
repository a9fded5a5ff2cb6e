package rest

import (
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"familiar/actors/adapter"
)

// maxAnswer is the longest answer that is read, in bytes: a thousand members.
const maxAnswer = 16 << 20

// transport sends what is for Discord's hosts to another, where one is
// configured, bounds answers, and notes what Discord's clock says and the global rate
// limit, of which discordgo knows nothing unless a header comes that Discord leaves out.
type transport struct {
	base  *url.URL // nil: Discord's own
	next  http.RoundTripper
	till  atomic.Int64 // Unix ns until which Discord wants no request at all
	clock adapter.ServerClock
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.base != nil {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = t.base.Scheme, t.base.Host, t.base.Host
	}
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if asks(r) {
		t.clock.See(answer)
	}
	if answer.StatusCode == http.StatusTooManyRequests && (answer.Header.Get("X-RateLimit-Global") != "" || asks(r) && !isJSON(answer)) {
		seconds, _ := strconv.ParseFloat(answer.Header.Get("Retry-After"), 64)
		t.till.Store(time.Now().Add(adapter.Seconds(seconds)).UnixNano())
	}
	if asks(r) { // a file's reader has its own limit
		answer.Body = mute{adapter.Bounded(answer.Body, maxAnswer)}
	}
	return answer, nil
}

// A mute is a body whose end is no news: discordgo writes it to the standard
// log, when everything that counts has been read.
type mute struct{ io.ReadCloser }

// Close implements io.Closer.
func (m mute) Close() error {
	_ = m.ReadCloser.Close()
	return nil
}

// asks reports whether a request is to the interface, and not for a file.
func asks(r *http.Request) bool { return r.Header.Get("Authorization") != "" }

// isJSON reports whether Discord gave the answer itself. What stands before it
// says in other words that it wants nothing more of this address.
func isJSON(answer *http.Response) bool {
	return strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json")
}

// paused returns how long Discord wants no request at all.
func (t *transport) paused() time.Duration { return time.Until(time.Unix(0, t.till.Load())) }
