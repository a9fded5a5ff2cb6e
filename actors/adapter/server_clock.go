package adapter

import (
	"net/http"
	"sync/atomic"
	"time"
)

// A ServerClock is what a network's clock says, by the time its answers bear. The zero
// ServerClock has seen none and takes it to agree with this machine's.
type ServerClock struct{ ahead atomic.Int64 } // ns; asked and told from everywhere

// See takes the time of an answer that has just come, if it bears one.
func (c *ServerClock) See(answer *http.Response) {
	if date, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		c.ahead.Store(int64(time.Until(date)))
	}
}

// Ahead returns how far it is ahead of this machine's, to a second and as long as the last
// answer took to come.
func (c *ServerClock) Ahead() time.Duration { return time.Duration(c.ahead.Load()) }

// NewClient is [NewClient] of a client whose answers the clock sees.
func (c *ServerClock) NewClient(within time.Duration, most int) *http.Client {
	client := NewClient(within, most)
	client.Transport = seeing{client.Transport, c}
	return client
}

type seeing struct {
	http.RoundTripper
	clock *ServerClock
}

// RoundTrip implements http.RoundTripper.
func (s seeing) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := s.RoundTripper.RoundTrip(r)
	if err == nil {
		s.clock.See(answer)
	}
	return answer, err
}
