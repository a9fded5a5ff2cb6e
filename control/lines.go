package control

import (
	"net/http"
	"time"
	"unicode/utf8"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/messages"
)

// A taken is the answer to what was journaled.
type taken struct {
	ID      messages.LineID `json:"id"`
	Channel string          `json:"channel"`
}

// say takes a line in. Once it is answered the line is journaled; sending it
// again with its id says nothing twice.
func (s *Server) say(w http.ResponseWriter, r *http.Request, k access.Key) error {
	var in said
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return err
	}
	at, err := s.place(r, k, in.Thread)
	if err != nil {
		return err
	}
	line, err := in.line(messages.InstantOf(time.Now()))
	if err != nil {
		return err
	}
	line.Channel = at.id
	duplicate, err := s.Web.Say(r.Context(), line)
	if err != nil {
		return err
	}
	if duplicate {
		wire.Answer(w, http.StatusOK, struct {
			Duplicate bool `json:"duplicate"`
		}{true})
		return nil
	}
	wire.Answer(w, http.StatusAccepted, taken{line.ID, at.chat})
	return nil
}

// edit says what a line now reads. Its author need not be sent again.
func (s *Server) edit(w http.ResponseWriter, r *http.Request, k access.Key) error {
	var in struct {
		Author      *author  `json:"author"`
		Text        string   `json:"text"`
		Mentions    []string `json:"mentions"`
		Attachments []file   `json:"attachments"`
		Thread      string   `json:"thread"`
	}
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return err
	}
	at, err := s.place(r, k, in.Thread)
	if err != nil {
		return err
	}
	changed := said{ID: r.PathValue("id"), Text: in.Text, Mentions: in.Mentions, Attachments: in.Attachments, Author: author{ID: "unknown"}}
	if in.Author != nil {
		changed.Author = *in.Author
	}
	line, err := changed.line(messages.InstantOf(time.Now()))
	if err != nil {
		return err
	}
	if in.Author == nil {
		line.Author = messages.Author{}
	}
	line.Channel = at.id
	if err := s.Web.Edit(r.Context(), line); err != nil {
		return err
	}
	wire.Answer(w, http.StatusAccepted, taken{line.ID, at.chat})
	return nil
}

// remove says that a line is gone.
func (s *Server) remove(w http.ResponseWriter, r *http.Request, k access.Key) error {
	at, err := s.place(r, k, r.URL.Query().Get("thread"))
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if err := checkName("id", id); err != nil {
		return err
	}
	if err := s.Web.Delete(r.Context(), at.id, messages.LineID(id)); err != nil {
		return err
	}
	wire.Answer(w, http.StatusAccepted, taken{messages.LineID(id), at.chat})
	return nil
}

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
