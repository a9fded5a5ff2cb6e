package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/llm"
	"familiar/llm/quote"
	"familiar/messages"
)

// A Tool is something a model can do during its turn.
type Tool interface {
	// Spec says how the model is told about it; the name is the one it stands
	// under in the Toolbox.
	Spec() llm.Tool
	// Use carries out one call. The result is shown to the model, quoted like
	// chat; so is an error. It returns when ctx ends.
	Use(ctx context.Context, turn *Turn, arguments json.RawMessage) (result string, err error)
}

// A Toolbox holds tools by name.
type Toolbox map[string]Tool

// Basic returns the tools of every turn: send, skip and disengage.
func Basic() Toolbox { return Toolbox{"send": send, "skip": skip, "disengage": disengage} }

// Specs returns what the model is told of the tools, sorted by name so that the
// prompt stays the same.
func (b Toolbox) Specs() []llm.Tool {
	var specs []llm.Tool
	for _, name := range slices.Sorted(maps.Keys(b)) {
		spec := b[name].Spec()
		spec.Name = name
		specs = append(specs, spec)
	}
	return specs
}

// A Turn is what a familiar has said and decided so far in one turn. Tools
// change it; it belongs to the goroutine of the turn.
type Turn struct {
	composed messages.Composed
	order    messages.Compose
	name     string            // the familiar's
	tag      string            // of its pages
	shown    []messages.Quoted // lines it was shown, by their number less one
	used     map[messages.Tool]int
	images   []llm.Image // opened, and not shown yet
	call     string      // id of the call that is carried out
}

// CallID returns the id of the call that is carried out, as the model named it.
func (t *Turn) CallID() string { return t.call }

// Send adds a part.
func (t *Turn) Send(text string) { t.composed.Parts = append(t.composed.Parts, text) }

// Skip ends the turn in silence, after what was sent so far.
func (t *Turn) Skip() {
	if !t.composed.Skip {
		t.composed.Skip, t.composed.SkipAfter = true, len(t.composed.Parts)
	}
}

// Disengage makes the familiar step back.
func (t *Turn) Disengage() { t.composed.Disengage = true }

// untagged is a text that the model wrote for people to read: the page is the turn's.
func (t *Turn) untagged(text string) string { return quote.Untag(t.tag, text) }

// own is what the model says itself in a message.
func (t *Turn) own(text string) string { return quote.Own(t.tag, t.name, names(t.shown), text) }

// names are those of who wrote these lines, but for the familiar itself, as a page has them.
func names(lines []messages.Quoted) (all []string) {
	for _, l := range lines {
		if name := quote.Name(l.Author.Name); !l.Own && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// A verb is a tool of the turn itself, or of the place it speaks in.
type verb struct {
	description string
	schema      string
	use         func(context.Context, *Turn, json.RawMessage) (string, error)
}

// nothing is the schema of a verb that takes no arguments.
const nothing = `{"type":"object","properties":{},"additionalProperties":false}`

func (v verb) Spec() llm.Tool {
	return llm.Tool{Description: v.description, Schema: json.RawMessage(v.schema)}
}

func (v verb) Use(ctx context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
	return v.use(ctx, turn, arguments)
}

// read takes a tool's arguments apart.
func read[A any](arguments json.RawMessage) (a A, err error) {
	if err := json.Unmarshal(arguments, &a); err != nil {
		return a, fmt.Errorf("arguments: %w", err)
	}
	return a, nil
}

var send Tool = verb{
	"Post a message now and go on with your turn.",
	`{"type":"object","properties":{"text":{"type":"string","description":"the message"}},"required":["text"],"additionalProperties":false}`,
	func(_ context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
		a, err := read[struct {
			Text string `json:"text"`
		}](arguments)
		if err != nil {
			return "", err
		}
		if a.Text = turn.own(a.Text); strings.TrimSpace(a.Text) == "" {
			return "", errors.New("there is no text to send")
		}
		turn.Send(a.Text)
		return "sent", nil
	},
}

var skip Tool = verb{
	"Stay silent: end your turn without saying anything more.", nothing,
	func(_ context.Context, turn *Turn, _ json.RawMessage) (string, error) {
		turn.Skip()
		return "you stay silent", nil
	},
}

var disengage Tool = verb{
	"Step back from this conversation: until you are addressed again you are not asked to answer. You may still say goodbye.", nothing,
	func(_ context.Context, turn *Turn, _ json.RawMessage) (string, error) {
		turn.Disengage()
		return "you step back", nil
	},
}
