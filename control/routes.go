package control

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"familiar/control/access"
	"familiar/control/page"
	"familiar/control/wire"
	"familiar/journal"
)

// A call answers a request that was let in with key; its error is answered in
// its place.
type call func(w http.ResponseWriter, r *http.Request, k access.Key) error

// A section is routes of which the same holds.
type section struct {
	all    string // what they are of beyond single chats: a token that is limited to some is refused with it; "": such a token is let in
	lacks  string // what a program says that hasn't got what they are about; "": it has
	routes []route
}

type route struct {
	pattern, scope string
	call           call
}

// sections lists what is asked and answered at once.
func (s *Server) sections() []section {
	without := func(missing bool, says string) string {
		if missing {
			return says
		}
		return ""
	}
	return []section{
		{"", "", []route{
			{"GET /v1/channels", access.ScopeRead, s.channels},
			{"GET /v1/channels/{channel}", access.ScopeRead, s.channel},
			{"GET /v1/channels/{channel}/posts", access.ScopeRead, s.posts},
			{"GET /v1/channels/{channel}/why", access.ScopeRead, s.why},
			{"GET /v1/channels/{channel}/lines", access.ScopeRead, s.older},
			{"GET /v1/lines", access.ScopeRead, s.olderAnywhere},
			{"GET /v1/details", access.ScopeRead, s.details},
			{"POST /v1/channels/{channel}/lines", access.ScopeLines, s.say},
			{"PUT /v1/channels/{channel}/lines/{id}", access.ScopeLines, s.edit},
			{"DELETE /v1/channels/{channel}/lines/{id}", access.ScopeLines, s.remove},
			{"POST /v1/channels/{channel}/lines/{id}/reactions", access.ScopeLines, s.reacted},
			{"POST /v1/channels/{channel}/typing", access.ScopeLines, s.typing},
			{"POST /v1/channels/{channel}/commands", access.ScopeControl, s.command},
		}},
		{"this tells of all networks", "", []route{{"GET /v1/home", access.ScopeControl, s.home}}},
		{"the budget covers all of them", "", []route{{"GET /v1/budget", access.ScopeControl, s.budget}}},
		{"the audit covers all of them", "", []route{{"GET /v1/audit", access.ScopeControl, s.trail}}},
		{"a person may be known in others, too", "", []route{{"GET /v1/people/{person}", access.ScopeControl, s.person}}},
		{"letters are of all channels", without(s.Letters == nil, "this program keeps no letters"), []route{
			{"GET /v1/letters", access.ScopeControl, s.letters},
			{"POST /v1/letters/{letter}/drop", access.ScopeControl, s.dropLetter},
			{"POST /v1/letters/{letter}/repost", access.ScopeControl, s.repost},
			{"POST /v1/letters/{letter}/look", access.ScopeControl, s.lookForLetter},
		}},
		{"what is kept is of all channels", without(s.Holds == nil, "this program keeps nothing longer than it runs"), []route{
			{"GET /v1/retention", access.ScopeControl, s.retention},
			{"POST /v1/holds", access.ScopeControl, s.hold},
			{"POST /v1/holds/release", access.ScopeControl, s.release},
		}},
		{"a process has channels of all of them", without(s.Drain == nil, "this program is one process, which nobody could take anything from"), []route{
			{"POST /v1/nodes/{node}/drain", access.ScopeControl, s.drain},
			{"POST /v1/nodes/{node}/undrain", access.ScopeControl, s.undrain},
		}},
		{"experiments cover all of them", "", []route{{"GET /v1/experiments", access.ScopeControl, s.experiments}}},
		{"experiments cover all of them", without(s.Experimenter == nil, "this program has no experiments"), []route{
			{"POST /v1/experiments/{experiment}/begin", access.ScopeControl, s.beginExperiment},
			{"POST /v1/experiments/{experiment}/end", access.ScopeControl, s.endExperiment},
		}},
		{"this lists the actors of all of them", "", []route{{"GET /v1/actors", access.ScopeControl, s.actors}}},
		{"familiars are the same in others, too", without(s.Cards == nil, "this program shows no cards"), []route{
			{"GET /v1/familiars", access.ScopeControl, s.familiars},
			{"GET /v1/familiars/{familiar}", access.ScopeControl, s.familiar},
			{"GET /v1/familiars/{familiar}/picture", access.ScopeControl, s.picture},
			{"POST /v1/familiars/{familiar}/prompt", access.ScopeControl, s.prompt},
			{"POST /v1/familiars/{familiar}/try", access.ScopeControl, s.try},
			{"POST /v1/familiars/{familiar}/card", access.ScopeControl, s.card},
		}},
		{"knobs hold in others, too", without(s.Tuner == nil, "this program has no knobs to turn"), []route{
			{"GET /v1/familiars/{familiar}/knobs", access.ScopeControl, s.knobs},
			{"POST /v1/familiars/{familiar}/preview", access.ScopeControl, s.preview},
			{"POST /v1/familiars/{familiar}/apply", access.ScopeControl, s.apply},
			{"GET /v1/familiars/{familiar}/changes", access.ScopeControl, s.turnings},
			{"POST /v1/familiars/{familiar}/undo", access.ScopeControl, s.undo},
		}},
		{"traces cover all of them", "", []route{
			{"GET /v1/traces", access.ScopeControl, s.traces},
			{"GET /v1/traces/{trace}", access.ScopeControl, s.trace},
		}},
	}
}

// within lets in whom a section lets in, if it has anything.
func (of section) within(c call) call {
	return func(w http.ResponseWriter, r *http.Request, k access.Key) error {
		switch {
		case of.all != "" && len(k.Channels) > 0:
			return wire.Refuse(http.StatusForbidden, "this token is limited to some chats, and "+of.all)
		case of.lacks != "":
			return wire.Refuse(http.StatusNotFound, of.lacks)
		}
		return c(w, r, k)
	}
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, of := range s.sections() {
		for _, route := range of.routes {
			mux.Handle(route.pattern, s.requireScope(route.scope, s.brief(of.within(route.call))))
		}
	}
	mux.Handle("GET /v1/channels/{channel}/events", s.requireScope(access.ScopeRead, s.stream(s.events)))
	mux.Handle("GET /v1/events", s.requireScope(access.ScopeRead, s.stream(s.eventsAnywhere)))
	if s.Steer != nil {
		mux.Handle("POST /v1/tools/{tool}", s.requireScope(anyScope, s.brief(s.useTool)))
		served := s.newMCP()
		mux.Handle("POST /mcp", s.requireScope(anyScope, s.brief(s.batched(func(w http.ResponseWriter, r *http.Request, _ access.Key) error {
			served.ServeHTTP(w, r)
			return nil
		}))))
		mux.HandleFunc("/mcp", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Allow", http.MethodPost)
			wire.AnswerFault(w, wire.Refuse(http.StatusMethodNotAllowed, "there are no sessions and nothing to stream: use POST"))
		})
	}
	mux.HandleFunc(RootOfBridges, s.bridge)
	mux.HandleFunc(RootOfBridges+"/", s.bridge)
	mux.HandleFunc("/v1/", func(w http.ResponseWriter, _ *http.Request) {
		wire.AnswerFault(w, wire.Refuse(http.StatusNotFound, "there is no such resource, or it doesn't support this method"))
	})
	mux.Handle("GET /metrics", s.metrics())
	mux.Handle("GET /v1/decisions", s.requireScope(access.ScopeRead, s.stream(s.decisions)))
	mux.HandleFunc("GET /healthz", healthy)
	mux.HandleFunc("GET /readyz", s.ready)
	profile := section{all: "a profile covers all of them"}.within(s.profile)
	mux.Handle("GET /debug/pprof/{$}", s.requireScope(access.ScopeControl, s.holding(s.requests, profile)))
	mux.Handle("GET /debug/pprof/{profile}", s.requireScope(access.ScopeControl, s.holding(s.requests, profile)))
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
			s.logFailure(r.Method, r.URL.Path, err)
		}
		wire.AnswerFault(w, f)
	})
}

// logFailure logs why a request failed; while the journal takes nothing, as then all do,
// once a second.
func (s *Server) logFailure(method, path string, err error) {
	told := func() { s.Log.Error("request failed", "method", method, "path", path, "err", err) }
	if errors.Is(err, journal.ErrAway) || errors.Is(err, journal.ErrFull) {
		s.refused.Do(told)
		return
	}
	told()
}

func (s *Server) ask(w http.ResponseWriter, r *http.Request, scope string, c call) error {
	k, ok := s.keys.Bearer(r)
	if !ok {
		return wire.TurnAway(w, r, wire.Refuse(http.StatusUnauthorized, "send Authorization: Bearer with a token: the one printed at start, or one from the configuration"))
	}
	for _, has := range k.Scopes {
		if has == scope || scope == anyScope {
			return s.audited(scope, c)(w, r, k)
		}
	}
	return s.audited(scope, func(w http.ResponseWriter, r *http.Request, _ access.Key) error {
		return wire.TurnAway(w, r, wire.Refuse(http.StatusForbidden, "this token lacks the scope "+scope))
	})(w, r, k)
}

// anyScope is of routes that ask for the scope themselves.
const anyScope = ""

// audited has the log tell of a call that needs the scope control: who gave it,
// what it was, where and what came of it. Looking on is told at the level
// debug: the page does it all the time. A profile costs more than a look. Tools
// tell of themselves.
func (s *Server) audited(scope string, c call) call {
	if scope != access.ScopeControl {
		return c
	}
	return func(w http.ResponseWriter, r *http.Request, k access.Key) error {
		err := c(w, r, k)
		outcome, level := "done", slog.LevelInfo
		if err != nil {
			outcome = err.Error()
		} else if looksOn(r) {
			level = slog.LevelDebug
		}
		s.Log.Log(r.Context(), level, "control", "token", k.Name, "via", "http", "tool", r.Pattern, "channel", r.PathValue("channel"), "outcome", outcome)
		return err
	}
}

// looksOn reports whether a request changes nothing. A prompt is made anew with every
// word of a card that somebody edits.
func looksOn(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/v1/") || strings.HasSuffix(r.Pattern, "/prompt")
}
