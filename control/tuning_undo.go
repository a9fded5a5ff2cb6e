package control

import (
	"fmt"
	"net/http"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/journal/audit"
	"familiar/messages"
)

// A Turning is one change of a file of the configuration that was made here.
type Turning struct {
	N        int                 `json:"n"`  // counts them, from 1
	At       int64               `json:"at"` // ms since 1970
	By       string              `json:"by"` // name of the token it was made with
	Familiar messages.FamiliarID `json:"familiar"`
	File     string              `json:"file,omitempty"` // of a card or lorebook; "": the configuration's own
	Channel  messages.ChannelID  `json:"channel"`        // where knobs were turned; these three are empty where a card was changed
	Where    Where               `json:"where"`
	Set      []string            `json:"set"`
	Changes  string              `json:"changes"`             // as of a [Written]
	Undone   int64               `json:"undone,omitempty"`    // when it was taken back, ms since 1970; 0: it wasn't
	UndoneBy string              `json:"undone_by,omitempty"` // name of the token
}

// turnings lists a familiar's.
func (s *Server) turnings(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	all, err := s.Tuner.Turnings(messages.FamiliarID(r.PathValue("familiar")))
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, struct {
		Changes []Turning `json:"changes"`
	}{append([]Turning{}, all...)})
	return nil
}

// undo takes the newest one back, which the request names, so that nobody undoes what
// another has written meanwhile.
func (s *Server) undo(w http.ResponseWriter, r *http.Request, k access.Key) error {
	var in struct {
		N int `json:"n"`
	}
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return err
	}
	id := messages.FamiliarID(r.PathValue("familiar"))
	d := audit.Deed{Verb: "undo", Familiar: id, Detail: fmt.Sprint("change ", in.N)}
	var written *Written
	err := s.recorded(r.Context(), s.askerOf(r.Header, k, audit.ByHTTP), d, func() (err error) {
		written, err = s.Tuner.Undo(r.Context(), id, in.N, k.Name)
		return err
	})
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, written)
	return nil
}
