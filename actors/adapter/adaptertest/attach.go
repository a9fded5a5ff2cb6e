package adaptertest

import (
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"
)

// The file that Rig.Attach posts.
const (
	FileName  = "moth.txt"
	FileType  = "text/plain"
	FileBytes = 7
)

func hearsFiles(t T, r Rig) {
	if r.Attach == nil {
		t.Skip("the network carries no files")
	}
	j := listen(t, r)
	r.Attach("ana", "look at this")
	r.Say("ana", "after it")
	line := clean(t, r, j.next(t))
	if len(line.Attachments) != 1 || line.Attachments[0].ID == "" || line.Attachments[0].Name != FileName {
		t.Fatalf("heard %+v attached, want %s alone", line.Attachments, FileName)
	}
	if a := line.Attachments[0]; a.Type != "" && a.Type != FileType || a.Bytes != 0 && a.Bytes != FileBytes {
		t.Errorf("heard %+v, want %s of %d bytes, or that it isn't known", a, FileType, FileBytes)
	}
	if strings.Contains(line.Text, FileName) {
		t.Errorf("the file is in the text, too: %q", line.Text)
	}
	if next := j.next(t); next.Text != "after it" {
		t.Errorf("then heard %q", next.Text)
	}
}

// passesOn: somebody else's words, said in another place, call nobody here.
func passesOn(t T, r Rig) {
	if r.PassOn == nil {
		t.Skip("nothing can be passed on, or not so that it shows")
	}
	j := listen(t, r)
	r.PassOn("ana", "what do you say to this?")
	line := clean(t, r, j.next(t))
	if !strings.HasPrefix(line.Text, "[forwarded] ") || !strings.Contains(line.Text, "what do you say to this?") {
		t.Errorf("heard %q, want it marked as passed on", line.Text)
	}
	if len(line.Mentions) > 0 || line.Everyone || line.ReplyTo.Set() || !line.ExplicitOnly {
		t.Errorf("heard %+v, want a line that calls nobody, by no name either", line)
	}
	if line.Author.ID == r.Me || line.Author.Name != "ana" {
		t.Errorf("it is by %+v, want by who passed it on", line.Author)
	}
}

func clean(t T, r Rig, l *messages.Line) *messages.Line {
	t.Helper()
	e, err := adapter.Clean(r.Channel, "account", messages.Heard{Line: l})
	if err != nil {
		t.Fatal(err)
	}
	return e.(messages.Heard).Line
}
