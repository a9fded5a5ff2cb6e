package outside

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// hostile is a real server with a tool "search", before which stands somebody
// who gets each request first; true: it is answered.
func hostile(t *testing.T, before func(w http.ResponseWriter, r *http.Request, method string) bool, answer string) *httptest.Server {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "library", Version: "1"}, nil)
	for _, name := range []string{"search", "send"} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer}}}, nil, nil
		})
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	over := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		var said struct{ Method string }
		_ = json.Unmarshal(body, &said) // a DELETE has none
		if said.Method == "" {
			said.Method = r.Method
		}
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, over))
		if before == nil || !before(w, r, said.Method) {
			handler.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() {
		close(over)
		server.CloseClientConnections()
		server.Close()
		for session := range s.Sessions() { // that nobody ended
			_ = session.Close()
		}
	})
	return server
}

// hang answers nothing until the test is over.
func hang(r *http.Request) bool {
	<-r.Context().Value(http.LocalAddrContextKey).(chan struct{})
	return true
}

// TestAHostileServer: whatever it does, the turn hears of it within the time
// that a call has, and what it is told is bounded.
func TestAHostileServer(t *testing.T) {
	long := strings.Repeat("moth ", 2<<20) // 10 MiB
	for _, tt := range []struct {
		story  string
		before func(http.ResponseWriter, *http.Request, string) bool
		answer string
		list   bool   // the list comes
		want   string // of the call's result or error
	}{
		{"one that does as it should", nil, "shelf 7", true, "shelf 7"},
		{"it takes a connection and is silent", func(_ http.ResponseWriter, r *http.Request, _ string) bool { return hang(r) }, "", false, ""},
		{"it never gives its list", func(_ http.ResponseWriter, r *http.Request, method string) bool {
			return method == "tools/list" && hang(r)
		}, "", false, ""},
		{"it never answers a call", func(_ http.ResponseWriter, r *http.Request, method string) bool {
			return method == "tools/call" && hang(r)
		}, "", true, "no answer within"},
		{"it doesn't let go", func(_ http.ResponseWriter, r *http.Request, method string) bool {
			return method == http.MethodDelete && hang(r)
		}, "shelf 7", true, "shelf 7"},
		{"it answers with 10 MiB", nil, long, true, "more than 4 MiB"},
		{"it fails at a call", func(w http.ResponseWriter, _ *http.Request, method string) bool {
			if method == "tools/call" {
				http.Error(w, "shelf on fire", http.StatusInternalServerError)
			}
			return method == "tools/call"
		}, "", true, "Internal Server Error"},
		{"it breaks down at a call", func(_ http.ResponseWriter, _ *http.Request, method string) bool {
			if method == "tools/call" {
				panic(http.ErrAbortHandler)
			}
			return false
		}, "", true, "EOF"},
		{"it answers a call with nonsense", func(w http.ResponseWriter, _ *http.Request, method string) bool {
			if method == "tools/call" {
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":[1],"result":`))
			}
			return method == "tools/call"
		}, "", true, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			t.Parallel()
			server := hostile(t, tt.before, tt.answer)
			log := &bytes.Buffer{}
			s := New(Options{Name: "library", URL: server.URL, Tools: []string{"search"}, Timeout: time.Minute, Log: slog.New(slog.NewTextHandler(log, nil))})
			if !tt.list {
				s.Timeout = 2 * time.Second // what hangs does so to the end
			}
			box := s.Tools(t.Context())
			if len(box) > 0 != tt.list || strings.Contains(log.String(), "can't be offered") == tt.list {
				t.Fatalf("got %v with the log\n%s\nwant the list: %t", box, log, tt.list)
			}
			if tt.list {
				if strings.Contains(tt.want, "within") {
					s.Timeout = 2 * time.Second
				}
				got, err := box["library_search"].Use(t.Context(), nil, nil)
				if err != nil {
					got = err.Error()
				}
				if !strings.Contains(got, tt.want) || len(got) > maxAnswer {
					t.Errorf("got %.200q, want %q in it", got, tt.want)
				}
			}
		})
	}
}

// TestNamesFromOutside: a tool that is called like one of ours has the server's
// name in front of it, and so takes nobody's place.
func TestNamesFromOutside(t *testing.T) {
	s := New(Options{Name: "library", URL: hostile(t, nil, "").URL, Tools: []string{"send"}, Timeout: 10 * time.Second, Log: slog.New(slog.DiscardHandler)})
	if got := slices.Collect(maps.Keys(s.Tools(t.Context()))); !slices.Equal(got, []string{"library_send"}) {
		t.Errorf("got %v, want library_send", got)
	}
}
