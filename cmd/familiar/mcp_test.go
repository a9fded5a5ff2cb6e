package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A hand is a program that steers the familiars over MCP.
type hand struct {
	t       *testing.T
	session *mcp.ClientSession
	offered map[string]*mcp.Tool
}

// bearing shows a token with each request.
type bearing string

// RoundTrip implements http.RoundTripper.
func (token bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(r)
}

// reach connects with a token; the error is what the client was told.
func reach(ctx context.Context, address, token string) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	return client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: address + "mcp", HTTPClient: &http.Client{Transport: bearing(token)}, MaxRetries: -1, DisableStandaloneSSE: true,
	}, nil)
}

// use calls a tool and gives its words, and whether it failed.
func (h *hand) use(tool string, arguments map[string]any) (text string, failed bool) {
	h.t.Helper()
	r, err := h.session.CallTool(h.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		h.t.Fatalf("%s: %v", tool, err)
	}
	if tool := h.offered[tool]; !r.IsError && tool != nil {
		h.fits(tool, r.StructuredContent)
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

// fits holds an answer to what its tool says of its answers.
func (h *hand) fits(tool *mcp.Tool, answer any) {
	h.t.Helper()
	text, err := json.Marshal(tool.OutputSchema)
	if err != nil {
		h.t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil || schema.Type != "object" || len(schema.Properties) == 0 {
		h.t.Fatalf("%s says of its answers: %s (%v)", tool.Name, text, err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	if err := resolved.Validate(answer); err != nil {
		h.t.Errorf("%s answers %v, which doesn't fit what it says of itself: %v", tool.Name, answer, err)
	}
}

// does uses a tool, whose words must hold some.
func (h *hand) does(tool string, arguments map[string]any, want string, failed bool) {
	h.t.Helper()
	got, isError := h.use(tool, arguments)
	if !strings.Contains(got, want) || isError != failed {
		h.t.Errorf("%s %v: got %s (failed: %t), want %q in it (failed: %t)", tool, arguments, got, isError, want, failed)
	}
}

const steered = `
data = "data"
[familiars.aria]
preset = "window"
[familiars.vesper]
preset = "window"
[familiars.pip]
[[channels]]
match = "web:*"
familiars = ["aria", "vesper"]
[[channels]]
match = "web:porch"
familiars = ["pip"]
[control]
listen = "127.0.0.1:0"
[[control.tokens]]
name = "gardener"
secret = "env:GARDENER"
scopes = ["read", "control"]
channels = ["garden*"]
[[control.tokens]]
name = "reader"
secret = "env:READER"
scopes = ["read"]
`

// TestSteeringOverMCP has a program take charge of a channel with the SDK's
// own client: what it is told is what the channel decided.
func TestSteeringOverMCP(t *testing.T) {
	t.Setenv("GARDENER", "gardener-gardener-gardener")
	t.Setenv("READER", "reader-reader-reader")
	file := saved(t, steered)
	p := start(t, "run", file)
	v := visit(p)
	address, _, _ := strings.Cut(p.until(`The page: (\S+)`, 1)[1], "#")

	if _, err := reach(t.Context(), address, "nobody's"); err == nil || !strings.Contains(err.Error(), "Unauthorized") {
		t.Errorf("a wrong token: got %v, want it unauthorized", err)
	}
	gardener, reader, owner := handOf(t, address, "gardener-gardener-gardener"), handOf(t, address, "reader-reader-reader"), handOf(t, address, v.token)
	const garden, porch = "web//garden", "web//porch"
	here := func(more ...any) map[string]any {
		arguments := map[string]any{"channel": garden}
		for i := 0; i < len(more); i += 2 {
			arguments[more[i].(string)] = more[i+1]
		}
		return arguments
	}

	events := v.listen("garden")
	gardener.does("engage", here("familiar", "aria"), `{"familiar":"aria","done":true,"reason":""}`, false)
	v.say("garden", "l1", "is anybody here?")
	events.until(`"familiar":"aria",.*"line":"l1",.*"act":"engage","rung":"sticky"`, 1)
	gardener.does("engage", here("familiar", "vesper"), "refused: vesper: aria holds the window", true)
	gardener.does("disengage", here("familiar", "aria"), `"done":true`, false)
	v.say("garden", "l2", "and now?")
	events.until(`"familiar":"aria",.*"line":"l2",.*"act":"observe"`, 1)

	gardener.does("engage", map[string]any{"channel": porch}, "this token is not for this channel", true)
	gardener.does("engage", map[string]any{"channel": "discord/1/2"}, "this token is not for this channel", true)
	gardener.does("engage", map[string]any{"channel": "garden"}, "channel: want an id", true)
	gardener.does("engage", here("familiar", "zed"), `there is no familiar "zed"`, true)
	gardener.does("engage", map[string]any{}, "channel: missing", true)
	gardener.does("engage", here("mood", "bad"), "engage takes no mood: allowed are channel, familiar", true)
	owner.does("engage", map[string]any{"channel": porch}, "refused: pip: it keeps no window here", true)
	owner.does("engage", map[string]any{"channel": "irc//elsewhere"}, "no familiar has an account in this channel", true)

	gardener.does("say", here("familiar", "aria", "text", "the moth trap opens at nine"), `"done":true`, false)
	events.until(`event: line\ndata: .*"text":"the moth trap opens at nine".*"familiar":"aria"`, 1)
	for posting := true; posting; { // the next waits for it
		statuses, _ := gardener.use("channels", nil)
		posting = strings.Contains(statuses, `"act":"posting"`)
	}
	gardener.does("say", here("text", "hm"), "name one of the familiars here", true)
	gardener.does("say", here("familiar", "aria", "text", "NO_REPLY"), "silence", true)
	gardener.does("quiet", here("familiar", "aria", "for", "10m"), `"done":true`, false)
	gardener.does("say", here("familiar", "aria", "text", "psst"), "aria: told to be quiet", true)
	gardener.does("resume", here("familiar", "aria"), `"done":true`, false)

	reader.does("decisions", here("rung", "sticky"), `"act":"engage","rung":"sticky"`, false)
	reader.does("decisions", here("since", "soon"), "since: want a duration", true)
	reader.does("channels", nil, `"channel":"web//garden"`, false)
	if _, err := gardener.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "reload"}); err == nil {
		t.Error("a token of some channels reloads")
	}
	if _, err := reader.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "engage", Arguments: here()}); err == nil {
		t.Error("a reader's token engages")
	}
	owner.does("history", here(), `"text":"the moth trap opens at nine"`, false)
	first, _ := owner.use("history", here("limit", 1))
	var page struct{ Next string }
	if err := json.Unmarshal([]byte(first), &page); err != nil || page.Next == "" || strings.Contains(first, "is anybody here?") {
		t.Errorf("one line of several is %s (%v), want a next", first, err)
	}
	owner.does("history", here("limit", 200, "cursor", page.Next), "is anybody here?", false)
	if _, err := gardener.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "history", Arguments: here()}); err == nil {
		t.Error("a token without the scope reads what was said")
	}
	gardener.does("forget", here(), "want either a person", true)
	gardener.does("forget", here("person", "ana"), `"ordered":true`, false)
	owner.does("reload", nil, `"generation":2`, false)

	p.until(`msg=control token=gardener via=mcp tool=engage channel=web//garden familiar=aria outcome=done`, 1)
	p.until(`msg=control token=gardener via=mcp tool=engage channel=web//garden familiar=vesper outcome="refused: vesper: aria holds the window"`, 1)
	p.until(`msg=control token=gardener via=mcp tool=engage channel=web//porch familiar="" outcome="this token is not for this channel"`, 1)
	if log := p.String(); strings.Contains(log, "tool=channels") || strings.Contains(log, "tool=decisions") {
		t.Errorf("looking on is in the log of a program that tells what is done to it:\n%s", log)
	}
}

func handOf(t *testing.T, address, token string) *hand {
	t.Helper()
	session, err := reach(t.Context(), address, token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	offered, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &hand{t, session, make(map[string]*mcp.Tool)}
	for _, tool := range offered.Tools {
		h.offered[tool.Name] = tool
	}
	return h
}

// hints are what clients are told of each tool, to ask their user or not.
var hints = map[string]string{
	"channels": "reads", "decisions": "reads", "why": "reads", "history": "reads",
	"engage": "adds again", "quiet": "adds again", "resume": "adds again",
	"wake": "adds", "say": "adds", "reload": "adds",
	"disengage": "destroys again", "stop": "destroys again", "unlearn": "destroys again", "forget": "destroys again",
}

func hinted(a *mcp.ToolAnnotations) string {
	told := "adds"
	switch {
	case a.ReadOnlyHint:
		return "reads"
	case a.DestructiveHint == nil || *a.DestructiveHint:
		told = "destroys"
	}
	if a.IdempotentHint {
		told += " again"
	}
	return told
}

// TestToolsOfferedAreThoseOfTheToken: a model isn't shown what it may not do,
// and each tool says what it takes.
func TestToolsOfferedAreThoseOfTheToken(t *testing.T) {
	t.Setenv("GARDENER", "gardener-gardener-gardener")
	t.Setenv("READER", "reader-reader-reader")
	p := start(t, "run", saved(t, steered))
	v := visit(p)
	address, _, _ := strings.Cut(p.until(`The page: (\S+)`, 1)[1], "#")
	for _, tt := range []struct {
		story, token, want string
	}{
		{"a token of some channels can't reload", "gardener-gardener-gardener", "channels decisions disengage engage forget quiet resume say stop unlearn wake why"},
		{"a reader looks on", "reader-reader-reader", "channels decisions why"},
		{"this run's token may do everything", v.token, "channels decisions disengage engage forget history quiet reload resume say stop unlearn wake why"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			session := handOf(t, address, tt.token).session
			if told := session.InitializeResult().Instructions; !strings.Contains(told, "Begin with channels") {
				t.Errorf("the server's instructions are %q", told)
			}
			offered, err := session.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, tool := range offered.Tools {
				names = append(names, tool.Name)
				if a := tool.Annotations; tool.Title == "" || a == nil || a.Title != tool.Title || hinted(a) != hints[tool.Name] {
					t.Errorf("%s is %q with %+v, want a title and %q", tool.Name, tool.Title, a, hints[tool.Name])
				}
				if schema, err := json.Marshal(tool.InputSchema); err != nil || !strings.Contains(string(schema), `"additionalProperties":false`) {
					t.Errorf("%s takes %s (%v), want a closed object", tool.Name, schema, err)
				}
			}
			if got := strings.Join(names, " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
