package control

import (
	"net/http"
	"slices"

	"familiar/control/access"
	"familiar/control/wire"
)

// anyScope is of routes that ask for the scope themselves.
const anyScope = ""

// audited has the log tell of a call that does something to familiars: who
// gave it, what it was, where and what came of it. Tools tell of themselves.
func (s *Server) audited(scope string, c call) call {
	if scope != access.ScopeControl {
		return c
	}
	return func(w http.ResponseWriter, r *http.Request, k access.Key) error {
		err := c(w, r, k)
		outcome := "done"
		if err != nil {
			outcome = err.Error()
		}
		s.Log.Info("control", "token", k.Name, "via", "http", "tool", r.Pattern, "channel", r.PathValue("channel"), "outcome", outcome)
		return err
	}
}

// useTool is the tools over HTTP: the body holds the arguments, the answer what
// came of it.
func (s *Server) useTool(w http.ResponseWriter, r *http.Request, k access.Key) error {
	i := slices.IndexFunc(tools, func(t tool) bool { return t.name == r.PathValue("tool") })
	if i < 0 {
		return wire.Refuse(http.StatusNotFound, "there is no such tool")
	}
	body, err := wire.ReadWhole(w, r, s.Body)
	if err != nil {
		return err
	}
	v, err := s.call(r.Context(), k, &tools[i], "http", body)
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, v)
	return nil
}
