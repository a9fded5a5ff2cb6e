package conversation

import (
	"strconv"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/file"
)

// attach adds a file to what the turn will post, as a part of its own.
func (s *State) attach(part int, f messages.File, out []Effect) []Effect {
	t := s.Turn
	if refused := s.unattachable(f); refused != nil {
		return s.note(t.Seat, messages.Note{Act: messages.Settled, Rung: byRefused, Trigger: t.Trigger, N: t.N, Reason: because.Undone{Deed: because.File, Part: part + 1, Why: refused}}, out)
	}
	f.Name = file.Name(f.Name)
	t.Posts = append(t.Posts, Posted{
		Post: s.postID(t.Seat, t.N, strconv.Itoa(part), f.Text), Seat: t.Seat, Part: part, Text: file.Shown(f), At: s.Now, Waits: true, File: &f,
	})
	return out
}

// unattachable says why the turn can't post a file after its parts; "" when it
// can.
func (s *State) unattachable(f messages.File) because.Reason {
	files := 0
	for i := range s.Turn.Posts {
		if s.Turn.Posts[i].File != nil {
			files++
		}
	}
	err := file.Check(f.Text)
	switch {
	case err != nil:
		return because.Says(err.Error())
	case files >= file.Most || len(s.Turn.Posts) >= piecesMax:
		return because.TooManyFiles
	}
	return nil
}

// isFile reports whether a line without a text is the part's file: some
// networks hand nothing back that tells our posts apart.
func (p *Posted) isFile(l *messages.Line) bool {
	return p.File != nil && l.Nonce == "" && l.Text == "" && len(l.Attachments) == 1 && l.Attachments[0].Name == p.File.Name
}

// shown gives the echo of a part as the transcript keeps it: a file has no
// text on the network.
func (p *Posted) shown(l *messages.Line) *messages.Line {
	if l.Text != "" || p.File == nil {
		return l
	}
	named := *l
	named.Text = p.Text
	return &named
}

// emptyFile lets go of the file's text, so that no snapshot carries it further.
func (p *Posted) emptyFile() {
	if p.File != nil {
		p.File = &messages.File{Name: p.File.Name}
	}
}
