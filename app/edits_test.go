package app

import (
	"context"
	"slices"
	"testing"

	"familiar/actors/adapter"
	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/messages"
)

// Edit implements adapter.Editor.
func (w *wired) Edit(_ context.Context, o messages.Edit) error {
	w.change(func() { w.edited = append(w.edited, o) })
	return nil
}

// PostFile implements adapter.FilePoster.
func (w *wired) PostFile(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	return w.Post(ctx, p)
}

// TestWriting plays an edit and a file through the whole program, with a model
// behind HTTP.
func TestWriting(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	w := wire(t, seated("mira", "openai", server.Start(t, scripted(map[string]llm.Call{
		"mend": call("edit_message", map[string]any{"line": "its own", "text": "finer"}),
		"list": call("send_file", map[string]any{"name": "../years.csv", "text": "1921\n1922"}),
	})), `preset = "ladder"`))
	w.say(t, "mira", "plain")
	w.posted(t, "mira", 1)
	w.say(t, "mira", "list")
	w.posted(t, "mira", 3)
	if got := w.post(1); got.File == nil || *got.File != (messages.File{Name: "years.csv", Text: "1921\n1922"}) || got.Text != "[file years.csv, 9 characters]" {
		t.Errorf("posted %+v, want the file before the words", got)
	}
	if got := w.post(2); got.File != nil || got.Part != 1 {
		t.Errorf("posted %+v, want words after the file", got)
	}
	w.say(t, "mira", "mend")
	w.until(t, "mira", "an edit", func() bool { return len(w.edited) == 1 })
	first := w.post(0)
	if got := w.edited[0]; got.Line != messages.LineID("post "+first.ID) || got.Text != "finer" || got.Channel != first.Channel {
		t.Errorf("edited %+v, want the first post", got)
	}
	w.until(t, "mira", "note of it", func() bool {
		return slices.ContainsFunc(w.notes, func(n messages.Note) bool { return n.Rung == "edited" && n.Line == w.edited[0].Line })
	})
}
