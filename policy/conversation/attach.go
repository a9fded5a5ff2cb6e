package conversation

import (
	"strconv"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/file"
	"familiar/policy/posts"
	"familiar/policy/turn"
)

// attach adds a file to what the turn will post, as a part of its own.
func (s *State) attach(part int, f messages.File, out []Effect) []Effect {
	t := s.Turn
	if refused := unattachable(t, f); refused != nil {
		return s.note(t.Seat, t.NoteOf("", messages.ByRefused, because.Undone{Deed: because.File, Part: part + 1, Why: refused}), out)
	}
	f.Name = file.Name(f.Name)
	t.Posts = append(t.Posts, posts.Post{
		ID: s.postID(t.Seat, t.N, strconv.Itoa(part), f.Text), Seat: t.Seat, Part: part, Text: file.Shown(f), At: s.Now, Waits: true, File: &f,
	})
	return out
}

// unattachable says why the turn can't post a file after its parts; nil when it
// can.
func unattachable(t *turn.Turn, f messages.File) because.Reason {
	err := file.Check(f.Text)
	switch {
	case err != nil:
		return because.Says(err.Error())
	case t.Posts.Files() >= file.Most || len(t.Posts) >= piecesMax:
		return because.TooManyFiles
	}
	return nil
}
