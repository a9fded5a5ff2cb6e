package app

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"familiar/llm"
	"familiar/llm/llmtest/server"
)

// TestToolsFromOutside: a model uses a tool of another server's in its turn.
func TestToolsFromOutside(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	type asked struct {
		Title string `json:"title"`
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "library", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "search"}, func(_ context.Context, _ *mcp.CallToolRequest, a asked) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.Title + ": shelf 7"}}}, nil, nil
	})
	library := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(library.Close)

	calls := map[string]llm.Call{"book": call("library_search", map[string]any{"title": "Moths"})}
	text := seated("mira", "openai", server.Start(t, scripted(calls)), `preset = "window"`)
	w := wire(t, text+fmt.Sprintf("\n[[tools.mcp]]\nname = \"library\"\nurl = %q\ntools = [\"search\"]\nfamiliars = [\"mira\"]\n", library.URL))
	w.say(t, "mira", "book")
	w.posted(t, "mira", 1)
	if got := w.post(0).Text; !strings.Contains(got, "Moths: shelf 7") {
		t.Errorf("the model is told %q, want the tool's words", got)
	}
}

// TestATurnGoesOnWithoutAServer: one that takes connections and says nothing
// costs a turn the time its list may take, and no tool of it is offered.
func TestATurnGoesOnWithoutAServer(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	over := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-over }))
	t.Cleanup(func() { close(over); silent.CloseClientConnections(); silent.Close() })
	calls := map[string]llm.Call{"book": call("library_search", map[string]any{"title": "Moths"})}
	text := seated("mira", "openai", server.Start(t, scripted(calls)), `preset = "window"`)
	w := wire(t, text+fmt.Sprintf("\n[[tools.mcp]]\nname = \"library\"\nurl = %q\ntools = [\"search\"]\ntimeout = \"200ms\"\n", silent.URL))
	w.say(t, "mira", "hello")
	w.posted(t, "mira", 1)
	if got := w.post(0).Text; got != "fine" {
		t.Errorf("it says %q, want fine", got)
	}
	w.say(t, "mira", "book")
	w.posted(t, "mira", 2)
	if got := w.post(1).Text; !strings.Contains(got, `there is no tool "library_search"`) {
		t.Errorf("the model is told %q, want that there is no such tool", got)
	}
}
