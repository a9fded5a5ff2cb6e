package adapter

import (
	"context"
	"errors"
	"testing"

	"familiar/messages"
)

// A filer posts files; a talker doesn't.
type (
	talker struct{ said []string }
	filer  struct{ talker }
)

func (*talker) Listen(context.Context, Hear) error { return nil }

func (t *talker) Post(_ context.Context, p messages.Post) (Posted, error) {
	t.said = append(t.said, p.Text)
	return Posted{Line: "text"}, nil
}

func (f *filer) PostFile(_ context.Context, p messages.Post) (Posted, error) {
	f.said = append(f.said, p.File.Name)
	return Posted{Line: "file"}, nil
}

// TestFiles: a file goes to who takes files, and is never posted as the text
// that the transcript shows for it.
func TestFiles(t *testing.T) {
	text := messages.Post{ID: "p", Text: "hello"}
	file := messages.Post{ID: "p", Text: "[file a.md, 1 characters]", File: &messages.File{Name: "a.md", Text: "x"}}
	for _, tt := range []struct {
		story   string
		adapter Adapter
		post    messages.Post
		line    messages.LineID // "": it can never be posted
	}{
		{"a text is posted", &filer{}, text, "text"},
		{"a file is posted as one", &filer{}, file, "file"},
		{"a text needs no more than a talker", &talker{}, text, "text"},
		{"a file does", &talker{}, file, ""},
	} {
		r := New("account", tt.adapter, nil, Options{})
		posted, err := r.post(t.Context(), tt.post)
		if posted.Line != tt.line || errors.Is(err, ErrGone) != (tt.line == "") {
			t.Errorf("%s: got %+v, %v", tt.story, posted, err)
		}
	}
}
