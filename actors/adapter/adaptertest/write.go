package adaptertest

import (
	"slices"

	"familiar/actors/adapter"
	"familiar/messages"
)

// edits changes one of two posts, twice by the same order.
func edits(t T, r Rig) {
	editor := adapter.Can[adapter.Editor](r.Adapter)
	if editor == nil {
		t.Skip("no Editor")
	}
	j := talk(t, r)
	made := say(t, r, 0)
	other := say(t, r, 1)
	for range 2 {
		if err := editor.Edit(t.Context(), messages.Edit{Channel: r.Channel, Account: "account", Line: made.Line, Text: "mended"}); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.Stands(made.Line); got != "mended" {
		t.Errorf("the line says %q, want it mended", got)
	}
	if got := r.Stands(other.Line); got != "reply 1" {
		t.Errorf("the line after it says %q, want it as it was", got)
	}
	elsewhere := messages.Edit{Channel: "nowhere//room", Account: "account", Line: made.Line, Text: "lost"}
	if err := editor.Edit(t.Context(), elsewhere); err == nil {
		t.Error("a line of another network is edited")
	}
	for r.Echoes && j.next(t).Text != "reply 1" { // an edit is no line
	}
	r.Say("ana", "thanks")
	if line := j.next(t); line.Text != "thanks" {
		t.Errorf("heard %q, want ana's thanks", line.Text)
	}
}

// postsFiles posts a file between two texts.
func postsFiles(t T, r Rig) {
	poster := adapter.Can[adapter.FilePoster](r.Adapter)
	if poster == nil {
		t.Skip("no FilePoster")
	}
	j := talk(t, r)
	say(t, r, 0)
	p := post(r, 1)
	p.Text, p.File = "[file notes.md, 5 characters]", &messages.File{Name: "notes.md", Text: "größe"}
	posted, err := poster.PostFile(t.Context(), p)
	if err != nil || posted.Line == "" {
		t.Fatalf("posted %+v, %v; want a line", posted, err)
	}
	say(t, r, 2)
	if got, want := r.Files(), []string{"notes.md: größe"}; !slices.Equal(got, want) {
		t.Errorf("posted the files %q, want %q", got, want)
	}
	if said := r.Posted(); slices.Contains(said, p.Text) {
		t.Errorf("posted %q, want what the transcript shows not among it", said)
	}
	if r.Echoes {
		for _, want := range []messages.LineID{"", posted.Line, ""} {
			echo := j.next(t)
			if want != "" && (echo.ID != want || echo.Nonce != string(p.ID) || len(echo.Attachments) != 1 || echo.Author.ID != r.Me) {
				t.Errorf("the echo of %s is %+v; want its id, its nonce and one attachment", want, echo)
			}
		}
	}
	if reconciler := adapter.Can[adapter.Reconciler](r.Adapter); reconciler != nil {
		if again, found, err := reconciler.Find(t.Context(), p); err != nil || found && again != posted {
			t.Errorf("found %+v, %v, %v; want %+v", again, found, err, posted)
		}
	}
}
