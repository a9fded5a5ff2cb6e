package agent_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"familiar/actors/agent"
	"familiar/messages"
)

// everything is a place that offers all there is.
func everything() agent.Ports {
	return agent.Ports{
		Engage:  func(context.Context, messages.Compose, messages.ChannelID) (string, error) { return "", nil },
		History: func(context.Context, messages.LineID, int) ([]messages.Quoted, error) { return nil, nil },
		Fetch: func(context.Context, messages.LineID, messages.Attachment) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("")), nil
		},
		Images: true, React: true, Fork: true, Edit: true, Files: true,
	}
}

// TestPageHasEveryTool keeps docs/tools.md, the closed set and what a place can
// offer equal, arguments included.
func TestPageHasEveryTool(t *testing.T) {
	page, err := os.ReadFile("../../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	box := agent.Offer(everything())
	var names []messages.Tool
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([^|]*) ?\\|").FindAllStringSubmatch(string(page), -1) {
		names = append(names, messages.Tool(row[1]))
		tool, has := box[row[1]]
		if !has {
			t.Errorf("no place offers %s", row[1])
			continue
		}
		var schema struct {
			Properties map[string]json.RawMessage
			Required   []string
		}
		if err := json.Unmarshal(tool.Spec().Schema, &schema); err != nil {
			t.Fatalf("%s: %v", row[1], err)
		}
		var told []string
		for _, argument := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(row[2], -1) {
			told = append(told, argument[1])
		}
		if known := slices.Sorted(maps.Keys(schema.Properties)); !slices.Equal(known, slices.Sorted(slices.Values(told))) || !slices.Equal(schema.Required, told) {
			t.Errorf("%s: the page has %q, the schema %q, needed %q", row[1], told, known, schema.Required)
		}
	}
	if !slices.Equal(names, messages.Tools()) {
		t.Errorf("the page explains %q, the set is %q", names, messages.Tools())
	}
	if len(box) != len(messages.Tools()) {
		t.Errorf("a place offers %q, the set is %q", slices.Sorted(maps.Keys(box)), messages.Tools())
	}
}
