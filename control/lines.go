package control

import (
	"net/http"
	"time"

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
