package outside

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"familiar/actors/agent"
	"familiar/llm"
)

// A remote is one tool of a server.
type remote struct {
	server *Server
	name   string // as the server calls it
	about  string
	schema json.RawMessage
}

var _ agent.Tool = remote{}

// Spec implements agent.Tool.
func (t remote) Spec() llm.Tool { return llm.Tool{Description: t.about, Schema: t.schema} }

// Use implements agent.Tool.
func (t remote) Use(ctx context.Context, _ *agent.Turn, arguments json.RawMessage) (result string, err error) {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	err = t.server.connected(ctx, t.server.Timeout, func(ctx context.Context, session *mcp.ClientSession) error {
		answer, err := session.CallTool(ctx, &mcp.CallToolParams{Name: t.name, Arguments: arguments})
		if err != nil {
			return err
		}
		if result = text(answer.Content); answer.IsError {
			return errors.New(result)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return result, nil
}
