package bridgetest

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
)

// chat is where everything is said on a stage.
const chat = "garden"

// A Stage is a hall as docs/bridges.md wants the other end of a network: it implements
// http.Handler. Each bridge has a hall of its own.
type Stage struct {
	Me  string   // whom the bridge says it is
	Can []string // what it says it can do

	mu     sync.Mutex // requests come from goroutines of their own
	hall   *Hall
	bridge Bridge
	leave  func() // ends the bridge that works; nil: none does
}

// scene is what requests say; which fields they have depends on the route.
type scene struct {
	Familiar, Token, Author, Text, Line, Emoji string
	Removed                                    bool
	Posts                                      int
}

// ServeHTTP answers one route.
func (s *Stage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var in scene
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var out any
	switch r.Method + " " + r.URL.Path {
	case "POST /open":
		s.hall, s.bridge = NewHall(), Bridge{URL: in.Familiar, Token: in.Token, Me: s.Me, Can: s.Can, Chats: []string{chat}}
		s.enter()
		out = map[string]any{"chat": chat, "echoes": true, "has": []string{"react", "attach", "pass_on", "ail", "restart"}}
	case "POST /close":
		s.exit()
	case "POST /restart":
		s.exit()
		s.enter()
	case "POST /say":
		s.hall.Say(chat, in.Author, in.Text, "", false)
	case "POST /attach":
		s.hall.Say(chat, in.Author, in.Text, "moth.txt", false)
	case "POST /react":
		s.hall.React(chat, in.Line, in.Emoji, in.Removed)
	case "POST /pass_on":
		s.hall.PassOn(chat, in.Author, in.Text, s.Me)
	case "POST /ail":
		s.hall.Ail(in.Posts)
	case "GET /posted":
		out = map[string]any{"texts": s.hall.Posted(s.Me, false)}
	case "GET /files":
		out = map[string]any{"texts": s.hall.Posted(s.Me, true)}
	case "GET /stands":
		out = map[string]any{"text": s.hall.Stands(r.URL.Query().Get("line"))}
	default:
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(out) // who asked may have gone
}

// enter starts a bridge.
func (s *Stage) enter() {
	ctx, cancel := context.WithCancel(context.Background())
	b := s.bridge
	ended := s.hall.Join(ctx, &b)
	s.leave = func() { cancel(); ended() }
}

// exit ends it.
func (s *Stage) exit() {
	if s.leave != nil {
		s.leave()
		s.leave = nil
	}
}
