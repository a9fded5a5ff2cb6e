package control

import (
	"net/http"

	"familiar/control/access"
)

// metrics answers with what the program counts. Where only this machine can
// reach the listener, and nothing is said to stand before it, no token is
// needed: there is nothing of anybody's in it.
func (s *Server) metrics() http.Handler {
	if s.Metrics == nil {
		return http.NotFoundHandler()
	}
	if !s.Exposed() && len(s.Hosts) == 0 {
		return s.Metrics
	}
	return s.requireScope(access.ScopeRead, s.brief(func(w http.ResponseWriter, r *http.Request, _ access.Key) error {
		s.Metrics.ServeHTTP(w, r)
		return nil
	}))
}
