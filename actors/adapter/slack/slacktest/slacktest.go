// Package slacktest is a Slack for tests: the methods of the Web API and the
// Socket Mode connection that package slack uses, in the documented wire
// form. It has one workspace, T1, and one app in it, whose bot is [Bot].
//
// It knows no adapter. What slack-go's package of that name answers is canned,
// and its socket speaks the older RTM protocol; here what is posted can be
// read back, envelopes are acknowledged, and refusals are played as Slack
// gives them.
package slacktest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"familiar/internal/await"
)

// The app's identity and its tokens.
const (
	Team     = "T1"
	Bot      = "UBOT"
	BotID    = "BBOT"
	Token    = "xoxb-test-token"
	AppToken = "xapp-test-token"
)

// A Server is a Slack.
type Server struct {
	URL string // of the Web API

	http *httptest.Server

	writing   sync.Mutex // events go out in the order of their messages
	mu        sync.Mutex // of all below
	clock     int64      // microseconds: no two messages have one ts
	users     map[string]User
	chats     map[string]*Chat
	groups    []Group
	files     map[string]file
	refusals  map[string][]Refusal
	revoked   string
	calls     []Call
	scopes    []string
	posted    []string
	echoed    int // of posted: their events are sent
	mute      bool
	sockets   []*socket
	dialled   int
	closes    []int
	envelopes []*Envelope
	ahead     time.Duration // its clock's
	changed   await.News
	uploads   []*upload
	slow      int // so often files.info doesn't know yet where a file was shared
}

// A Call is one call of a method.
type Call struct {
	Method string
	Form   map[string][]string
	Token  string
}

// New starts a Slack with the bot, the people Ana (U1) and Bob (U2), and the
// channel C1, where all three are.
func New() *Server { return NewAhead(0) }

// NewAhead is New of a Slack whose clock is ahead of the machine's: messages and answers
// have its time.
func NewAhead(by time.Duration) *Server {
	s := &Server{
		ahead: by,
		clock: time.Now().Add(by).UnixMicro(),
		users: map[string]User{}, chats: map[string]*Chat{}, files: map[string]file{}, refusals: map[string][]Refusal{},
		scopes: strings.Split("app_mentions:read,channels:history,groups:history,im:history,mpim:history,chat:write,users:read,"+
			"channels:read,groups:read,im:read,mpim:read,reactions:write,reactions:read,files:read,files:write,usergroups:read,commands,metadata.message:read,assistant:write", ","),
	}
	s.AddUser(User{ID: Bot, Name: "moth_bot", Display: "Moth", Bot: true})
	s.AddUser(User{ID: "U1", Name: "ana.b", Display: "Ana"})
	s.AddUser(User{ID: "U2", Name: "bob", Display: "Bob"})
	s.AddChat(Chat{ID: "C1", Name: "general", Kind: "channel", Topic: "all of us", Members: []string{Bot, "U1", "U2"}})
	mux := http.NewServeMux()
	mux.HandleFunc("/api/", s.method)
	mux.HandleFunc("/socket", s.socket)
	mux.HandleFunc("/files/", s.file)
	mux.HandleFunc("/upload/", s.upload)
	s.http = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(by).UTC().Format(http.TimeFormat))
		mux.ServeHTTP(w, r)
	}))
	s.URL = s.http.URL + "/api/"
	return s
}

// Close ends it and all connections.
func (s *Server) Close() {
	s.Cut()
	s.http.Close()
}

// Scopes sets what the bot's token may do.
func (s *Server) Scopes(scopes ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scopes = scopes
}

// Granted lists what the bot's token may do.
func (s *Server) Granted() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.scopes...)
}

// HideMetadata leaves metadata out of message events, as Slack does for apps
// that may not read it. Its history shows it all the same.
func (s *Server) HideMetadata() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mute = true
}

// Posted lists the texts that were posted, as they were sent.
func (s *Server) Posted() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.posted...)
}

// Calls lists the calls of a method.
func (s *Server) Calls(method string) []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.called(method)
}

// Until waits for so many calls of a method, and lists those there are.
func (s *Server) Until(method string, calls int) []Call {
	s.wait(func() bool { return len(s.called(method)) >= calls })
	return s.Calls(method)
}

// UntilPosted waits until so many messages of the program stand in their chats
// and their events are sent. [Server.Until] returns as soon as it has called.
func (s *Server) UntilPosted(messages int) bool {
	return s.wait(func() bool { return s.echoed >= messages })
}

// called: the lock is held.
func (s *Server) called(method string) (of []Call) {
	for _, c := range s.calls {
		if c.Method == method {
			of = append(of, c)
		}
	}
	return of
}

// ts returns the next message's. The lock is held.
func (s *Server) ts() string {
	s.clock = max(s.clock+1, time.Now().Add(s.ahead).UnixMicro())
	return fmt.Sprintf("%d.%06d", s.clock/1e6, s.clock%1e6)
}

// wait waits until done holds, at most patience; the lock is held in done.
func (s *Server) wait(done func() bool) bool { return s.changed.Until(&s.mu, done) }
