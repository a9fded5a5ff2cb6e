package control

import (
	"net/http"
	"slices"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/messages"
)

// person tells everything that is kept about one person. It is what they said, so a
// token has to have the scope history as well.
func (s *Server) person(w http.ResponseWriter, r *http.Request, k access.Key) error {
	if !slices.Contains(k.Scopes, access.ScopeHistory) {
		return wire.Refuse(http.StatusForbidden, "this token lacks the scope history, which what a person said needs")
	}
	id := r.PathValue("person")
	if err := checkName("person", id); err != nil {
		return err
	}
	known, err := s.Person(r.Context(), messages.PersonID(id))
	if err != nil {
		return err
	}
	if known == nil {
		return wire.Refuse(http.StatusNotFound, "person: nobody with this id is known")
	}
	wire.Answer(w, http.StatusOK, known)
	return nil
}
