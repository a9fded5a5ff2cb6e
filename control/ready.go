package control

import (
	"context"
	"fmt"
	"net/http"
	"net/http/pprof"
	"strings"
	"time"

	"familiar/control/access"
)

// readyWithin is how long the parts of the program have to answer whether they
// are ready.
const readyWithin = 5 * time.Second

// A Part of the program that has to be ready before it is of use.
type Part struct {
	Name string // one word
	OK   bool
	Ails bool   // it is ready, and doesn't do all it should
	Says string // how it stands, without names: no token is required
}

func allReady(context.Context) []Part { return nil }

// ready answers 200 when each part is ready, though one may be ailing, else 503,
// with a line for each.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyWithin)
	defer cancel()
	status, text := http.StatusOK, ""
	for _, p := range s.Ready(ctx) {
		word := "ok"
		switch {
		case !p.OK:
			word, status = "not ready", http.StatusServiceUnavailable
		case p.Ails:
			word = "ailing"
		}
		text += strings.TrimSuffix(fmt.Sprintf("%s: %s, %s", p.Name, word, p.Says), ", ") + "\n"
	}
	plainly(w, status, text)
}

// healthy says that the process answers; that is all it says.
func healthy(w http.ResponseWriter, _ *http.Request) { plainly(w, http.StatusOK, "ok\n") }

func plainly(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // the client may have gone
}

// profile serves net/http/pprof: memory, goroutines, and processor time and
// traces for as long as ?seconds= says.
func (s *Server) profile(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	switch name := r.PathValue("profile"); name {
	case "":
		pprof.Index(w, r)
	case "cmdline":
		pprof.Cmdline(w, r)
	case "profile":
		pprof.Profile(w, r)
	case "symbol":
		pprof.Symbol(w, r)
	case "trace":
		pprof.Trace(w, r)
	default:
		pprof.Handler(name).ServeHTTP(w, r)
	}
	return nil
}

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
