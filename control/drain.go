package control

import (
	"errors"
	"net/http"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/journal/audit"
)

// Errors of [Options.Drain].
var (
	ErrNoProcess = errors.New("no such process is there") // 404
	ErrDrain     = errors.New("that can't be done now")   // 409, with why
)

func (s *Server) drain(w http.ResponseWriter, r *http.Request, k access.Key) error {
	return s.orderProcess(w, r, k, "drain")
}

func (s *Server) undrain(w http.ResponseWriter, r *http.Request, k access.Key) error {
	return s.orderProcess(w, r, k, "undrain")
}

// orderProcess has a process of the deployment give up what it has, or take its share
// again. It answers once the process has taken the order: home tells how it gets on.
func (s *Server) orderProcess(w http.ResponseWriter, r *http.Request, k access.Key, verb string) error {
	node := r.PathValue("node")
	if err := checkName("node", node); err != nil {
		return err
	}
	err := s.recorded(r.Context(), s.askerOf(r.Header, k, audit.ByHTTP), audit.Deed{Verb: verb, Detail: node}, func() error {
		return s.Drain(r.Context(), node, verb == "undrain")
	})
	if err == nil {
		wire.Answer(w, http.StatusAccepted, struct{}{})
	}
	return err
}
