package control

import (
	"net/http"
	"unicode/utf8"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/messages"
)

// maxEmoji is how many characters a reaction may have, if it is a name.
const maxEmoji = 64

// reacted takes in that somebody put a reaction to a line or a post, or took it
// away. What is no emoji the channel drops.
func (s *Server) reacted(w http.ResponseWriter, r *http.Request, k access.Key) error {
	var in struct {
		Author  author `json:"author"`
		Emoji   string `json:"emoji"`
		Removed bool   `json:"removed"`
		Thread  string `json:"thread"`
	}
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return err
	}
	at, err := s.place(r, k, in.Thread)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if err := checkName("id", id); err != nil {
		return err
	}
	if err := in.Author.check("author"); err != nil {
		return err
	}
	if n := utf8.RuneCountInString(in.Emoji); n == 0 || n > maxEmoji {
		return wire.Bad("emoji: want one emoji, or a name between colons as in :tada:")
	}
	reaction := messages.Reacted{Line: messages.LineID(id), By: messages.Author(in.Author), Emoji: in.Emoji, Removed: in.Removed}
	if err := s.Web.Reacted(r.Context(), at.id, reaction); err != nil {
		return err
	}
	wire.Answer(w, http.StatusAccepted, taken{reaction.Line, at.chat})
	return nil
}
