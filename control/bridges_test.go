package control

import (
	"net/http"
	"strings"
	"testing"
)

// TestBridges: a bridge is let in to its account by the token of that, which opens
// nothing else; at the end it is served after everybody else.
func TestBridges(t *testing.T) {
	waits, ended := make(chan struct{}), make(chan struct{})
	r := newRig(t, func(o *Options) {
		o.Bridge = func(secret string) http.Handler {
			if secret != "a bridge's token" {
				return nil
			}
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == RootOfBridges+"/s/orders" {
					close(waits)
					<-r.Context().Done()
					close(ended)
				}
				w.WriteHeader(http.StatusTeapot)
			})
		}
	})
	const shown = "Bearer a bridge's token"
	for _, tt := range []struct {
		story, path, token string
		status             int
	}{
		{"its own account", RootOfBridges, shown, http.StatusTeapot},
		{"what is below that", RootOfBridges + "/s/events", shown, http.StatusTeapot},
		{"another path", "/v1/channels/garden/lines", shown, http.StatusUnauthorized},
		{"a token of the page", RootOfBridges, "Bearer " + r.run, http.StatusUnauthorized},
		{"no token", RootOfBridges, "", http.StatusUnauthorized},
		{"another scheme", RootOfBridges, strings.Replace(shown, "Bearer", "Basic", 1), http.StatusUnauthorized},
	} {
		if got := r.ask("POST", tt.path, "{}", "Authorization", tt.token); got.Code != tt.status {
			t.Errorf("%s: got %d %s, want %d", tt.story, got.Code, got.Body, tt.status)
		}
	}
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		r.ask("GET", RootOfBridges+"/s/orders", "", "Authorization", shown)
	}()
	<-waits
	r.endStreams()
	if got := r.ask("GET", "/v1/home", ""); got.Code != http.StatusServiceUnavailable {
		t.Errorf("while it ends: got %d %s, want %d", got.Code, got.Body, http.StatusServiceUnavailable)
	}
	if got := r.ask("POST", RootOfBridges+"/s/orders/1", "{}", "Authorization", shown); got.Code != http.StatusTeapot {
		t.Errorf("while it ends: got %d %s, want the bridge served", got.Code, got.Body)
	}
	r.endBridges()
	<-ended
	<-answered
}
