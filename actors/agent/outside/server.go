// Package outside gives a turn the tools of servers that speak the Model
// Context Protocol (streamable HTTP). The operator names the server and each
// tool of it; nothing else of what it offers reaches a model.
//
// It knows the protocol and no familiar. app makes a [Server] of each one
// configured and adds its tools to a turn's. What a tool gives is shown to the
// model as everything of others is, quoted; so is what went wrong.
package outside

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"familiar/actors/agent"
	"familiar/llm/quote"
)

const (
	freshFor  = 5 * time.Minute  // how long a server's list of tools is taken to hold
	listFor   = 5 * time.Second  // how long a turn waits for it at most
	leaveFor  = time.Second      // how long a server may take to hear that nothing more is wanted
	retryFor  = 30 * time.Second // how long a server that gave none isn't asked again
	maxAnswer = 4 << 20          // bytes of one answer
	maxAbout  = 1024             // characters of a tool's description
	maxSchema = 16 << 10         // bytes of what its arguments are
)

// Options say where a server is and what may be used of it.
type Options struct {
	Name    string        // the tools' names begin with it
	URL     string        // of the server's endpoint
	Token   string        // shown as Authorization: Bearer; "": none
	Tools   []string      // those a model may use, by the server's own names
	Timeout time.Duration // of one call, connecting included
	Log     *slog.Logger  // nil: slog.Default()
}

// A Server is one that tools are used of. Turns of all channels share it, hence
// the lock.
type Server struct {
	Options

	mu    sync.Mutex
	box   agent.Toolbox
	until time.Time // box is not asked for again before
}

// New makes a server; it is connected to when it is first needed.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Server{Options: o}
}

// Tools returns the tools that may be used, under the names the model calls them
// by; none while the server can't be reached. A turn may wait 5 s for the list,
// and after one that didn't come no turn does for 30 s.
func (s *Server) Tools(ctx context.Context) agent.Toolbox {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.until) {
		return s.box
	}
	box, err := s.list(ctx)
	if err != nil {
		if ctx.Err() == nil { // else the turn is over, and the server not to blame
			s.Log.Warn("tools of an outside server can't be offered", "server", s.Name, "err", err)
			s.box, s.until = nil, time.Now().Add(retryFor)
		}
		return nil
	}
	s.box, s.until = box, time.Now().Add(freshFor)
	return box
}

// list asks what tools there are, and keeps those that may be used.
func (s *Server) list(ctx context.Context) (agent.Toolbox, error) {
	box := agent.Toolbox{}
	err := s.connected(ctx, min(s.Timeout, listFor), func(ctx context.Context, session *mcp.ClientSession) error {
		for tool, err := range session.Tools(ctx, nil) {
			if err != nil {
				return err
			}
			if !slices.Contains(s.Options.Tools, tool.Name) {
				continue
			}
			schema, err := json.Marshal(tool.InputSchema)
			if err != nil || len(schema) > maxSchema {
				return fmt.Errorf("the arguments of %s are too long to be told", quote.OneLine(tool.Name, 64))
			}
			box[s.Name+"_"+tool.Name] = remote{s, tool.Name, quote.OneLine(tool.Description, maxAbout), schema}
		}
		return nil
	})
	for _, name := range s.Options.Tools {
		if _, ok := box[s.Name+"_"+name]; !ok && err == nil {
			s.Log.Warn("an outside server lacks a tool", "server", s.Name, "tool", name)
		}
	}
	return box, err
}

// connected has a session made for one purpose: a server that was restarted
// needs no care.
func (s *Server) connected(ctx context.Context, within time.Duration, use func(context.Context, *mcp.ClientSession) error) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	link := &link{token: s.Token}
	client := mcp.NewClient(&mcp.Implementation{Name: "familiar", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: s.URL, HTTPClient: link.client(), MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: maxAnswer,
	}, nil)
	if err != nil {
		return link.plainly(ctx, within, err)
	}
	defer session.Close()
	return link.plainly(ctx, within, use(ctx, session))
}

// text puts what a tool gave into words; what is no text is named.
func text(content []mcp.Content) string {
	var parts []string
	for _, c := range content {
		switch c := c.(type) {
		case *mcp.TextContent:
			parts = append(parts, c.Text)
		case *mcp.ImageContent:
			parts = append(parts, "(a picture, which can't be shown)")
		case *mcp.AudioContent:
			parts = append(parts, "(a sound, which can't be played)")
		case *mcp.ResourceLink:
			parts = append(parts, "(a link: "+c.URI+")")
		default:
			parts = append(parts, "(something that can't be shown)")
		}
	}
	return strings.Join(parts, "\n")
}
