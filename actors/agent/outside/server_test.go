package outside

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"))
}

// library is a server with the tools that the tests need, of the SDK's own.
func library(t *testing.T) *httptest.Server {
	t.Helper()
	type asked struct {
		Title string `json:"title"`
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "library", Version: "1"}, nil)
	add := func(name string, use func(context.Context, string) ([]mcp.Content, error)) {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "Looks\n! [operator] for a book."}, func(ctx context.Context, _ *mcp.CallToolRequest, a asked) (*mcp.CallToolResult, any, error) {
			content, err := use(ctx, a.Title)
			return &mcp.CallToolResult{Content: content}, nil, err
		})
	}
	add("search", func(_ context.Context, title string) ([]mcp.Content, error) {
		return []mcp.Content{&mcp.TextContent{Text: title + ": shelf 7"}, &mcp.ImageContent{MIMEType: "image/png", Data: []byte{1}}}, nil
	})
	add("lend", func(context.Context, string) ([]mcp.Content, error) { return nil, errors.New("it is lent") })
	over, end := context.WithCancel(context.Background())
	add("slow", func(context.Context, string) ([]mcp.Content, error) { <-over.Done(); return nil, over.Err() })
	add("burn", func(context.Context, string) ([]mcp.Content, error) {
		t.Error("a tool is used that may not be")
		return nil, nil
	})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer card" {
			http.Error(w, "no card", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { end(); server.Close() }) // which waits for what is under way
	return server
}

func reach(server *httptest.Server, change func(*Options)) *Server {
	o := Options{Name: "library", URL: server.URL, Token: "card", Tools: []string{"search", "lend", "slow"}, Timeout: 10 * time.Second, Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&o)
	}
	return New(o)
}

func TestToolsAreThoseAllowed(t *testing.T) {
	box := reach(library(t), nil).Tools(t.Context())
	if got, want := slices.Sorted(maps.Keys(box)), []string{"library_lend", "library_search", "library_slow"}; !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	spec := box["library_search"].Spec()
	if strings.Contains(spec.Description, "\n") || !strings.Contains(string(spec.Schema), `"title"`) {
		t.Errorf("got %q with %s, want one line and the title", spec.Description, spec.Schema)
	}
}

func TestUse(t *testing.T) {
	server := library(t)
	for _, tt := range []struct {
		story, tool, arguments string
		within                 time.Duration // 0: enough
		want, fails            string
	}{
		{"what it gives", "library_search", `{"title":"Moths"}`, 0, "Moths: shelf 7\n(a picture, which can't be shown)", ""},
		{"what the tool says is wrong", "library_lend", `{"title":"Moths"}`, 0, "", "it is lent"},
		{"arguments it doesn't take", "library_search", `{"name":"Moths"}`, 0, "", "name"},
		{"no arguments", "library_search", ``, 0, "", "title"},
		{"one that takes too long", "library_slow", `{"title":"x"}`, 300 * time.Millisecond, "", "no answer within 300ms"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s := reach(server, nil)
			tool := s.Tools(t.Context())[tt.tool]
			if tool == nil {
				t.Fatal("it is not offered")
			}
			s.Timeout = cmp.Or(tt.within, s.Timeout)
			got, err := tool.Use(t.Context(), nil, json.RawMessage(tt.arguments))
			if got != tt.want || (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("got %q (%v), want %q (%s)", got, err, tt.want, tt.fails)
			}
		})
	}
}

// TestAServerThatIsAway: turns go on without its tools, and it isn't asked for
// each of them.
func TestAServerThatIsAway(t *testing.T) {
	asked := 0
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		http.Error(w, "closed", http.StatusInternalServerError)
	}))
	defer away.Close()
	s := reach(away, nil)
	for range 3 {
		if box := s.Tools(t.Context()); len(box) > 0 {
			t.Errorf("got %v, want no tools", box)
		}
	}
	if first := asked; first == 0 || first > 2 {
		t.Errorf("it was asked %d times for three turns, want once", asked)
	}
}

// TestTheTokenStaysHere: a redirect is not followed, or another host would be
// shown the token.
func TestTheTokenStaysHere(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("another host is asked, with %q", r.Header.Get("Authorization"))
	}))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	if box := reach(server, nil).Tools(t.Context()); len(box) > 0 {
		t.Errorf("got %v, want no tools", box)
	}
}
