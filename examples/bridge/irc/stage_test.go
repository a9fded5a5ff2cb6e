package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode"

	"familiar/internal/ngircd"
)

// A stage is the other end of the bridges' network, as docs/bridges.md says: people on a
// real server, in a channel of its own for each story.
type stage struct {
	t       *testing.T
	command []string // starts a bridge
	server  *ngircd.Server
	people  map[string]*ngircd.Person

	mu      sync.Mutex // the routes use what follows
	opened  int
	channel string
	nick    string
	env     []string
	args    []string
	bridge  *exec.Cmd // nil: none runs
}

func newStage(t *testing.T, command []string) *stage {
	s := &stage{t: t, command: command, server: ngircd.Start(t, ngircd.Config{}), people: map[string]*ngircd.Person{}}
	for _, nick := range []string{"ana", "bob", "eve"} {
		s.people[nick] = s.server.Person(t, nick)
	}
	t.Cleanup(s.kill)
	return s
}

// said is a request's body; which fields it has depends on the route.
type said struct{ Familiar, Token, Author, Text string }

func (s *stage) routes() http.Handler {
	mux := http.NewServeMux()
	for route, do := range map[string]func(said) any{
		"POST /open":    s.open,
		"POST /close":   func(said) any { s.kill(); return nil },
		"POST /restart": func(said) any { s.kill(); s.start(); return nil },
		"POST /say":     s.say,
		"POST /carried": s.carried,
		"GET /posted":   s.posted,
	} {
		mux.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			defer s.mu.Unlock()
			var in said
			if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			_ = json.NewEncoder(w).Encode(do(in)) // the trial may have gone
		})
	}
	return mux
}

// open has a bridge join a new channel in which everybody is.
func (s *stage) open(in said) any {
	s.opened++
	s.channel, s.nick = fmt.Sprintf("#t%d", s.opened), fmt.Sprintf("aria%d", s.opened)
	for _, p := range s.people {
		p.Send("JOIN " + s.channel)
		p.Until(" 366 "+p.Nick+" "+s.channel+" ", 1)
	}
	posts := filepath.Join(s.t.TempDir(), "posts.txt")
	s.env, s.args = append(os.Environ(), "BRIDGE_TOKEN="+in.Token), []string{in.Familiar, s.server.Address, s.nick, s.channel, posts}
	s.start()
	return map[string]any{"chat": s.channel, "has": []string{"carried", "restart"}}
}

// start starts the bridge, and waits until it hears what is said.
func (s *stage) start() {
	joined := len(s.people["ana"].Told(" JOIN :" + s.channel + "\n"))
	s.bridge = exec.Command(s.command[0], append(s.command[1:len(s.command):len(s.command)], s.args...)...)
	s.bridge.Env, s.bridge.Stderr = s.env, s.t.Output()
	if err := s.bridge.Start(); err != nil {
		s.t.Error(err)
		s.bridge = nil
		return
	}
	s.people["ana"].Until(" JOIN :"+s.channel+"\n", joined+1)
}

// kill ends the bridge as kill -9 does.
func (s *stage) kill() {
	if s.bridge == nil {
		return
	}
	_ = s.bridge.Process.Kill() // it may have ended by itself
	_ = s.bridge.Wait()
	s.bridge = nil
}

// spoken is how much of a text people say at once, in bytes.
const spoken = 400

// sayable returns what of a text IRC can carry in one message.
func sayable(text string) string {
	text, _, _ = strings.Cut(strings.ReplaceAll(text, "\x00", ""), "\n")
	for len(text) > spoken {
		text = text[:strings.LastIndexByte(text[:spoken], ' ')]
	}
	return text
}

func (s *stage) say(in said) any {
	p := s.people[in.Author]
	if p == nil {
		p = s.people["eve"]
	}
	p.Say(s.channel, sayable(in.Text))
	p.Settle()
	return nil
}

func (s *stage) carried(in said) any {
	text := sayable(in.Text)
	return map[string]any{"text": text, "never": strings.TrimFunc(text, unicode.IsSpace) == ""}
}

func (s *stage) posted(said) any {
	ana := s.people["ana"]
	ana.Settle()
	texts := []string{}
	for _, told := range ana.Told(" PRIVMSG " + s.channel + " :") {
		if from, text, _ := strings.Cut(told, " PRIVMSG "+s.channel+" :"); strings.HasPrefix(from, ":"+s.nick+"!") {
			texts = append(texts, text)
		}
	}
	return map[string]any{"texts": texts}
}
