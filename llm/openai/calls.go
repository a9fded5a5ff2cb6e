package openai

import (
	"encoding/json"
	"fmt"
	"strings"

	"familiar/llm"
	"familiar/llm/wire"
)

// maxCalls bounds the calls of one answer.
const maxCalls = 128

// calls puts tool calls together from their pieces.
type calls struct {
	all    []*call
	latest map[float64]*call // by the index the server gives
}

// A call is one of them, as far as it has come.
type call struct {
	id, name  string
	arguments strings.Builder
	extra     json.RawMessage // nil: none
}

// add takes a piece. A piece with another id than the call of its index begins
// a new call: some servers give every call the index 0. Without ids it is one
// that names a tool where the call before it is whole.
func (c *calls) add(piece callPiece) error {
	known := c.latest[piece.Index]
	if known == nil || known.endsBefore(piece) {
		if len(c.all) == maxCalls {
			return fmt.Errorf("%w: more than %d calls", llm.ErrMiscalled, maxCalls)
		}
		known = &call{}
		c.all = append(c.all, known)
		if c.latest == nil {
			c.latest = map[float64]*call{}
		}
		c.latest[piece.Index] = known
	}
	if piece.ID != "" {
		known.id = piece.ID
	}
	if piece.Function.Name != "" {
		known.name = piece.Function.Name
	}
	if given(piece.Extra) {
		known.extra = piece.Extra
	}
	known.arguments.WriteString(piece.Function.Arguments)
	return nil
}

// endsBefore reports whether a piece of the same index is of another call.
func (c *call) endsBefore(piece callPiece) bool {
	if piece.ID != "" || c.id != "" {
		return piece.ID != "" && c.id != "" && piece.ID != c.id
	}
	return piece.Function.Name != "" && c.name != "" && json.Valid([]byte(c.arguments.String()))
}

// finish returns the whole call, the i-th of its answer. One without an id gets
// one, to answer it by. thoughts are those before the first; nil: the server gave none.
func (c *call) finish(p wire.Provider, i int, thoughts *string) (llm.Call, error) {
	if c.name == "" {
		return llm.Call{}, fmt.Errorf("%w: a call names no tool", llm.ErrMiscalled)
	}
	if c.id == "" {
		c.id = fmt.Sprintf("call%05d", i+1) // Mistral's models take nine letters and digits, and nothing else
	}
	arguments, err := p.Arguments(c.name, c.arguments.String())
	whole := llm.Call{ID: c.id, Name: c.name, Arguments: arguments}
	if back := (kept{Extra: c.extra}); err == nil && (c.extra != nil || i == 0 && thoughts != nil) {
		if i == 0 {
			back.Reasoning = thoughts
		}
		whole.Kept, err = json.Marshal(back)
	}
	return whole, err
}
