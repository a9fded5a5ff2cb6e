package turn

import (
	"strconv"
	"strings"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/file"
	"familiar/policy/posts"
)

// MostPieces is how many messages a turn posts at most, whatever its length.
const MostPieces = 40

// AddText adds a part to what it will post, in pieces that its network takes, the first under
// that id, and returns how many of them are beyond what a turn may post.
func (t *Turn) AddText(id messages.PostID, part int, pieces []string, now messages.Instant) (beyond int) {
	for k, piece := range pieces {
		switch {
		case strings.TrimSpace(piece) == "" && k > 0: // no network posts it
			continue
		case len(t.Posts) == MostPieces:
			beyond++
			continue
		}
		post := id
		if k > 0 {
			post += messages.PostID("." + strconv.Itoa(k))
		}
		t.Posts = append(t.Posts, posts.Post{ID: post, Seat: t.Seat, Part: part, Text: piece, At: now, Waits: true})
	}
	return beyond
}

// AddFile adds a file to what it will post, as a part of its own.
func (t *Turn) AddFile(id messages.PostID, part int, f messages.File, now messages.Instant) {
	f.Name = file.Name(f.Name)
	t.Posts = append(t.Posts, posts.Post{ID: id, Seat: t.Seat, Part: part, Text: file.Shown(f), At: now, Waits: true, File: &f})
}

// Refuses returns why it can't post a file after its parts; nil when it can.
func (t *Turn) Refuses(f *messages.File) because.Reason {
	if err := file.Check(f.Text); err != nil {
		return because.Says(err.Error())
	}
	if t.Posts.Files() >= file.Most || len(t.Posts) >= MostPieces {
		return because.TooManyFiles
	}
	return nil
}
