package control

import (
	"net/http"
	"time"

	"familiar/control/page"
)

// callTime is how long what a request asks for may take.
const callTime = 20 * time.Second

// A call answers a request that was let in with key; its error is answered in
// its place.
type call func(w http.ResponseWriter, r *http.Request, k key) error

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, route := range []struct {
		pattern, scope string
		call           call
	}{
		{"GET /v1/channels", scopeRead, s.channels},
		{"GET /v1/channels/{channel}", scopeRead, s.channel},
		{"GET /v1/channels/{channel}/posts", scopeRead, s.posts},
		{"GET /v1/channels/{channel}/why", scopeRead, s.why},
		{"POST /v1/channels/{channel}/lines", scopeLines, s.say},
		{"PUT /v1/channels/{channel}/lines/{id}", scopeLines, s.edit},
		{"DELETE /v1/channels/{channel}/lines/{id}", scopeLines, s.remove},
		{"POST /v1/channels/{channel}/lines/{id}/reactions", scopeLines, s.reacted},
		{"POST /v1/channels/{channel}/typing", scopeLines, s.typing},
		{"POST /v1/channels/{channel}/commands", scopeControl, s.command},
		{"GET /v1/budget", scopeControl, s.budget},
		{"GET /v1/actors", scopeControl, s.actors},
	} {
		mux.Handle(route.pattern, s.requireScope(route.scope, s.brief(route.call)))
	}
	mux.Handle("GET /v1/channels/{channel}/events", s.requireScope(scopeRead, s.stream(s.events)))
	if s.Steer != nil {
		mux.Handle("POST /v1/tools/{tool}", s.requireScope(anyScope, s.brief(s.useTool)))
		served := s.newMCP()
		mux.Handle("POST /mcp", s.requireScope(anyScope, s.brief(s.batched(func(w http.ResponseWriter, r *http.Request, _ key) error {
			served.ServeHTTP(w, r)
			return nil
		}))))
		mux.HandleFunc("/mcp", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Allow", http.MethodPost)
			answerFault(w, fault{http.StatusMethodNotAllowed, "there are no sessions and nothing to stream: use POST"})
		})
	}
	mux.HandleFunc("/v1/", func(w http.ResponseWriter, _ *http.Request) {
		answerFault(w, fault{http.StatusNotFound, "there is no such resource, or it doesn't support this method"})
	})
	mux.Handle("GET /metrics", s.metrics())
	mux.Handle("GET /v1/decisions", s.requireScope(scopeRead, s.stream(s.decisions)))
	mux.HandleFunc("GET /healthz", healthy)
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("GET /debug/pprof/{$}", s.requireScope(scopeControl, s.holding(s.requests, s.profile)))
	mux.Handle("GET /debug/pprof/{profile}", s.requireScope(scopeControl, s.holding(s.requests, s.profile)))
	mux.Handle("/", page.Handler())
	return mux
}

// requireScope lets a request in whose token has the scope, and answers the
// call's error.
func (s *Server) requireScope(scope string, c call) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := s.ask(w, r, scope, c)
		if err == nil {
			return
		}
		f, ours := faultOf(err)
		if ours {
			s.Log.Error("request failed", "method", r.Method, "path", r.URL.Path, "err", err)
		}
		answerFault(w, f)
	})
}

func (s *Server) ask(w http.ResponseWriter, r *http.Request, scope string, c call) error {
	k, ok := s.bearer(r)
	if !ok {
		return turnAway(w, r, fault{http.StatusUnauthorized, "send Authorization: Bearer with a token: the one printed at start, or one from the configuration"})
	}
	for _, has := range k.Scopes {
		if has == scope || scope == anyScope {
			return s.audited(scope, c)(w, r, k)
		}
	}
	return s.audited(scope, func(w http.ResponseWriter, r *http.Request, _ key) error {
		return turnAway(w, r, fault{http.StatusForbidden, "this token lacks the scope " + scope})
	})(w, r, k)
}
