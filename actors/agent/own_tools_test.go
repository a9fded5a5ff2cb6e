package agent_test

import (
	"strings"
	"testing"
	"time"

	"familiar/actors/agent"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// TestFilesTogether: a turn's files fit into one record of the journal, which
// writes some characters with six bytes.
func TestFilesTogether(t *testing.T) {
	long := strings.Repeat("<", 40<<10)
	model := llmtest.New("fake",
		llmtest.Use("send_file", arguments{"name": "a.html", "text": long}),
		llmtest.Use("send_file", arguments{"name": "b.html", "text": long}),
		llmtest.Use("send_file", arguments{"name": "c.html", "text": long}),
		llmtest.Use("send_file", arguments{"name": "b.html", "text": "b"}),
		llmtest.Say("ok"))
	got := agent.Run(t.Context(), mira, shown(), model, agent.Options{Tools: agent.Offer(everything()), Tag: fixed})
	if len(got.Files) != 2 || len(got.Parts) != 3 || got.Files[1].Name != "b.html" {
		t.Errorf("got %d files in %q, want the first two", len(got.Files), got.Parts)
	}
	page := model.Requests()[4].Messages
	for back, want := range map[int]string{1: "b.html is posted in this turn already", 3: "too long together"} {
		if told := page[len(page)-back].Text; !strings.Contains(told, want) {
			t.Errorf("the model is told %q, want %q in it", told, want)
		}
	}
}

// TestEditOfAnOldLine: the model is told that it is too late, and may say it in
// another way.
func TestEditOfAnOldLine(t *testing.T) {
	for _, tt := range []struct {
		story string
		age   time.Duration
		edits int
	}{
		{"just said", time.Minute, 1},
		{"more than an hour ago", 61 * time.Minute, 0},
	} {
		o := shown()
		o.Earlier[0].At = messages.InstantOf(time.Now().Add(-tt.age))
		again := arguments{"line": 1, "text": "In 1922."}
		model := llmtest.New("fake", llmtest.Use("edit_message", again), llmtest.Use("edit_message", arguments{"line": 1, "text": "In 1923."}), llmtest.Say("ok"))
		got := agent.Run(t.Context(), mira, o, model, agent.Options{Tools: agent.Offer(everything()), Tag: fixed})
		if len(got.Edits) != tt.edits || tt.edits > 0 && got.Edits[0].Text != "In 1922." {
			t.Errorf("%s: edits %+v, want %d, the first", tt.story, got.Edits, tt.edits)
		}
	}
}
