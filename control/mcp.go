package control

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// newMCP serves the tools over the Model Context Protocol (streamable HTTP, no
// sessions): each request shows its token, and is offered the tools its token
// has the scope for.
func (s *Server) newMCP() http.Handler {
	servers := make(map[string]*mcp.Server, len(s.keys)) // by the token's name
	for _, k := range s.keys {
		servers[k.Name] = s.offer(k)
	}
	return mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server {
		k, _ := s.bearer(r) // let has checked it
		return servers[k.Name]
	}, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: int64(s.Body),
		DisableLocalhostProtection: true, // guard has checked the name already
	})
}

// offer makes the server that a token talks to.
func (s *Server) offer(k key) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "familiar", Version: "1"}, nil)
	for i := range tools {
		t := &tools[i]
		if !slices.Contains(k.Scopes, t.scope) {
			continue
		}
		server.AddTool(&mcp.Tool{Name: t.name, Description: t.about, InputSchema: t.schema()}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			ctx, cancel := context.WithTimeout(ctx, callTime)
			defer cancel()
			return s.result(s.call(ctx, k, t, "mcp", r.Params.Arguments)), nil
		})
	}
	return server
}

// result puts what a tool gave, or what was wrong, as the model reads it.
func (s *Server) result(v any, err error) *mcp.CallToolResult {
	if err != nil {
		f, ours := faultOf(err)
		if ours {
			s.Log.Error("request failed", "method", "mcp", "err", err)
		}
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: f.text}}}
	}
	text, err := json.Marshal(v)
	if err != nil { // v is one of this package's own
		panic(err)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}, StructuredContent: json.RawMessage(text)}
}
