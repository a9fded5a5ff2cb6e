package crash

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"
)

// slowly is how long a network takes at most to answer a post it has taken, so
// that some kills come in between.
const slowly = 200 * time.Millisecond

// slow returns an address that leads to another over HTTP. Answers to requests
// whose path holds a text come late.
func slow(t *testing.T, address, text string) string {
	t.Helper()
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	to.Path = ""
	way := httputil.NewSingleHostReverseProxy(to)
	way.ModifyResponse = func(a *http.Response) error {
		if a.Request.Method != http.MethodGet && strings.Contains(a.Request.URL.Path, text) {
			_ = pause(a.Request.Context(), rand.N(slowly)) // who asked may be dead by then
		}
		return nil
	}
	way.ErrorHandler = func(http.ResponseWriter, *http.Request, error) {} // the same
	server := httptest.NewServer(way)
	t.Cleanup(server.Close)
	return server.URL
}
