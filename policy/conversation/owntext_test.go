package conversation

import (
	"fmt"

	"familiar/messages"
	"familiar/policy/file"
	"familiar/policy/revision"
)

// amends has the turn change lines: its own as a rule, or any.
func (w *world) amends(c *messages.Composed) {
	for range 1 + w.pick("edits", revision.Most+1) {
		w.said++
		r := messages.Revision{Line: w.someLine(), Text: fmt.Sprintf("changed-%d.", w.said)}
		if len(w.posts) > 0 && w.pick("whose", 4) < 3 {
			r.Line = messages.LineID("own " + w.posts[len(w.posts)-1-min(w.pick("which post", 4), len(w.posts)-1)].ID)
		}
		c.Edits = append(c.Edits, r)
	}
}

// attaches has the turn post files among its parts, some of which no network
// should be given.
func (w *world) attaches(c *messages.Composed) {
	c.Files = map[int]messages.File{}
	for k := range 1 + w.pick("files", file.Most+1) {
		w.said++
		f := messages.File{Name: []string{"a.md", "../b", "", "@everyone.exe"}[w.pick("name", 4)], Text: fmt.Sprintf("content-%d", w.said)}
		if w.pick("nothing in it", 6) == 5 {
			f.Text = " "
		}
		c.Files[k] = f
		c.Parts = append([]string{fmt.Sprintf("[file %d]", w.said)}, c.Parts...)
	}
}

// onlyItsOwn: an answer changes lines of its own seat and nothing else does,
// the transcript has the text at once, and what is posted as a file is one.
func (w *world) onlyItsOwn(e Event, out []Effect) {
	w.t.Helper()
	edits, files := 0, 0
	for _, effect := range out {
		switch o := effect.(type) {
		case messages.Edit:
			edits++
			by := w.s.Lines.Find(o.Line)
			if _, answer := e.(messages.Composed); !answer || by == nil || w.s.Lines.By(by) == 0 || by.Gone() || w.s.Lines.Text(by) != o.Text {
				w.t.Fatalf("%T orders %+v, of which the transcript has %+v", e, o, by)
			}
			i := int(w.s.Lines.By(by)) - 1
			if o.Account != w.s.cfg(i).Account || w.s.Seats[i].Manners.Quiet(w.s.Now) || !revision.Fresh(by.At(), w.s.Now) {
				w.t.Fatalf("%+v is not to be changed by %s", *by, o.Account)
			}
		case messages.Post:
			if o.File == nil {
				continue
			}
			files++
			if file.Check(o.File.Text) != nil || file.Name(o.File.Name) != o.File.Name || o.Text != file.Shown(*o.File) {
				w.t.Fatalf("%+v is posted as the file %+v", o, *o.File)
			}
		}
	}
	if edits > revision.Most || files > file.Most {
		w.t.Fatalf("one step changes %d lines and posts %d files", edits, files)
	}
	if t := w.s.Turn; t != nil {
		for _, p := range append(t.Posts, w.s.Strays...) {
			if p.File != nil && p.File.Text != "" && p.Done {
				w.t.Fatalf("%s is settled and its file is kept", p.ID)
			}
		}
	}
}
