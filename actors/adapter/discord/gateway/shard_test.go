package gateway

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestPauses: after the end of a session Discord wants 1 to 5 s, no more; one
// that ends again and again waits longer, as a lost connection does.
func TestPauses(t *testing.T) {
	s := &shard{gateway: New(Config{MinPause: time.Second, MaxPause: time.Minute})}
	for _, tt := range []struct {
		story       string
		lost        int
		err         error
		least, most time.Duration
	}{
		{"asked to reconnect", 0, errReconnect, 0, 0},
		{"the connection is lost", 0, errSilent, 500 * time.Millisecond, time.Second},
		{"the session has ended", 0, errInvalid, time.Second, 5 * time.Second},
		{"it can't be taken up after a loss", 1, errInvalid, time.Second, 5 * time.Second},
		{"it ends a third time", 2, errInvalid, time.Second, 5 * time.Second},
		{"it ends for the sixth time", 5, errInvalid, 16 * time.Second, 32 * time.Second},
		{"it ends and ends", 50, errInvalid, 30 * time.Second, time.Minute},
	} {
		for range 1000 {
			if got := s.pause(tt.lost, tt.err); got < tt.least || got > tt.most {
				t.Errorf("%s: waits %v, want %v to %v", tt.story, got, tt.least, tt.most)
				break
			}
		}
	}
}

// TestHandshake: a gateway that answers with something else is known by its
// status.
func TestHandshake(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "down", http.StatusServiceUnavailable)
	}))
	t.Cleanup(server.Close)
	s := &shard{gateway: New(Config{}), address: "ws" + strings.TrimPrefix(server.URL, "http")}
	if _, err := s.connect(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "HTTP 503 Service Unavailable") {
		t.Errorf("got %v, want the status", err)
	}
}
