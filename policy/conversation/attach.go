package conversation

import (
	"fmt"
	"strconv"

	"familiar/messages"
	"familiar/policy/file"
	"familiar/policy/posts"
)

// attach adds a file to what the turn will post, as a part of its own.
func (s *State) attach(part int, f messages.File, out []Effect) []Effect {
	t := s.Turn
	if refused := s.unattachable(f); refused != "" {
		return s.note(t.Seat, messages.Note{Act: messages.Settled, Rung: byRefused, Trigger: t.Trigger, N: t.N, Reason: fmt.Sprintf("part %d: file: %s", part+1, refused)}, out)
	}
	f.Name = file.Name(f.Name)
	t.Posts = append(t.Posts, posts.Post{
		ID: s.postID(t.Seat, t.N, strconv.Itoa(part), f.Text), Seat: t.Seat, Part: part, Text: file.Shown(f), At: s.Now, Waits: true, File: &f,
	})
	return out
}

// unattachable says why the turn can't post a file after its parts; "" when it
// can.
func (s *State) unattachable(f messages.File) string {
	err := file.Check(f.Text)
	switch {
	case err != nil:
		return err.Error()
	case s.Turn.Posts.Files() >= file.Most || len(s.Turn.Posts) >= piecesMax:
		return "too many files"
	}
	return ""
}
