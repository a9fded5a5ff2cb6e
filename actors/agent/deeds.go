package agent

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"familiar/messages"
)

// Deeds are what the tools of a turn have done outside of it, for a turn whose answer may be
// thrown away and that is then composed again: it does nothing a second time. The zero
// Deeds has nothing yet. It belongs to whoever runs the turn, one try after the other.
type Deeds struct{ done []deed }

// A deed is one call of a tool.
type deed struct {
	name, arguments string
	result          string
	err             error
}

// errDone is what a model is told that would do something else as it did before.
var errDone = errors.New("not carried out: you have used such tools in this turn already, and may only repeat those calls")

// reachesOut reports whether what a tool does stays done when the turn's answer is thrown
// away. All tools of the turn itself only collect what is to be done with the answer, or
// look something up; of those from outside nobody knows.
func reachesOut(name string) bool {
	return name == string(messages.ToolEngage) || !slices.Contains(messages.Tools(), messages.Tool(name))
}

// Next returns the tools of the next try. Until one has done something they are as before.
// From then on a call that is the same as that try's at that point has the same result, and
// any other isn't carried out. So what the model learns of that try is what came of calls
// that it makes without knowing anything of why it was thrown away.
func (d *Deeds) Next(tools Toolbox) Toolbox {
	if len(d.done) > 0 {
		return d.again(tools)
	}
	return d.wrap(tools, func(ctx context.Context, t Tool, name string, turn *Turn, arguments json.RawMessage) (string, error) {
		k := len(d.done)
		d.done = append(d.done, deed{name, canonical(arguments), "", errors.New("nobody knows whether it was done")}) // should it panic
		result, err := t.Use(ctx, turn, arguments)
		d.done[k].result, d.done[k].err = result, err
		return result, err
	})
}

// again returns tools that only do what was done.
func (d *Deeds) again(tools Toolbox) Toolbox {
	next := 0
	return d.wrap(tools, func(_ context.Context, _ Tool, name string, _ *Turn, arguments json.RawMessage) (string, error) {
		if next >= len(d.done) || d.done[next].name != name || d.done[next].arguments != canonical(arguments) {
			next = len(d.done) // what comes behind may have come of this one
			return "", errDone
		}
		next++
		return d.done[next-1].result, d.done[next-1].err
	})
}

// wrap returns tools of which those that reach out are used by use.
func (d *Deeds) wrap(tools Toolbox, use func(context.Context, Tool, string, *Turn, json.RawMessage) (string, error)) Toolbox {
	all := make(Toolbox, len(tools))
	for name, tool := range tools {
		if all[name] = tool; reachesOut(name) {
			all[name] = noted{tool, func(ctx context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
				return use(ctx, tool, name, turn, arguments)
			}}
		}
	}
	return all
}

type noted struct {
	Tool
	use func(context.Context, *Turn, json.RawMessage) (string, error)
}

// Use implements [Tool].
func (n noted) Use(ctx context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
	return n.use(ctx, turn, arguments)
}
