// Package telegramtest is a Telegram for tests: the methods of the Bot API that
// package telegram uses, in the documented wire form
// (https://core.telegram.org/bots/api). Several bots may be on it, each with its
// own updates. It knows no adapter. What is posted can be read back, updates stay
// until they are acknowledged, and refusals are played as Telegram gives them.
package telegramtest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"familiar/internal/await"
)

// The bot that a new server has, its token, and the forum in which it is.
const (
	Bot      = 7001
	Token    = "7001:test-token-of-moth"
	Username = "moth_bot"
	Group    = -1001000000001
	Ana      = 11
	Bob      = 12
)

// A Server is a Telegram.
type Server struct {
	URL string // of the Bot API

	http *httptest.Server

	mu       sync.Mutex // of all below
	bots     []*bot
	users    map[int64]Message
	chats    map[int64]*chat
	files    map[string]string
	refusals map[string][]Refusal
	calls    []Call
	posted   []string
	sent     []string // files, as "name: text"
	polls    int      // that wait now
	fronts   map[string]string
	delivers sync.WaitGroup
	closed   bool
	changed  await.News
}

// A Message is an object of the Bot API.
type Message = map[string]any

// A Call is one call of a method.
type Call struct {
	Bot    int64
	Method string
	Params Message
}

// A Profile is a bot as getMe has it.
type Profile struct {
	ID       int64
	Token    string
	Name     string
	Username string
	Private  bool // privacy mode is on
}

type bot struct {
	Profile
	updates  []Message // not acknowledged
	number   int64     // of the last update
	poll     int       // the newest; an older one ends
	webhook  string
	hooked   *hook // by which updates are delivered to webhook; nil: by another program's
	revoked  bool
	commands any
}

// A Chat is a place where people talk. In a private one, whose id is a person's,
// each bot is alone with them and is no member of it.
type Chat struct {
	ID    int64
	Type  string // "supergroup", "group" or "channel"
	Title string
	Bots  []int64 // who are in it; nil: all there are
	Count int     // of members
	Desk  bool    // a supergroup of what people write to a channel, each in a topic of their own
}

type chat struct {
	Chat
	last     int64 // message's id
	messages map[int64]Message
}

// New starts a Telegram with the bot Moth, the people Ana and Bob, and a
// supergroup in which all three are.
func New() *Server {
	s := &Server{
		users: map[int64]Message{}, chats: map[int64]*chat{}, files: map[string]string{}, refusals: map[string][]Refusal{}, fronts: map[string]string{},
	}
	s.AddBot(Profile{ID: Bot, Token: Token, Name: "Moth", Username: Username})
	s.AddUser(Ana, "Ana", "ana_b")
	s.AddUser(Bob, "Bob", "")
	s.AddChat(Chat{ID: Group, Type: "supergroup", Title: "the garden", Count: 3})
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL
	return s
}

// serve answers what is asked under /bot<token>/<method> and /file/bot<token>/<path>.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	path, isFile := strings.CutPrefix(r.URL.Path, "/file/bot")
	if !isFile {
		path = strings.TrimPrefix(r.URL.Path, "/bot")
	}
	token, rest, _ := strings.Cut(path, "/")
	if isFile {
		s.file(w, token, rest)
		return
	}
	s.method(w, r, token, rest)
}

// Close ends it and all connections.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.changed.Tell()
	s.mu.Unlock()
	s.Cut()
	s.http.Close()
	s.delivers.Wait()
}

// Cut breaks all connections. What is asked for afterwards is answered.
func (s *Server) Cut() { s.http.CloseClientConnections() }

// AddBot adds a bot.
func (s *Server) AddBot(p Profile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bots = append(s.bots, &bot{Profile: p, number: 100})
	s.users[p.ID] = Message{"id": p.ID, "is_bot": true, "first_name": p.Name, "username": p.Username}
}

// AddUser adds a person, with a username or "".
func (s *Server) AddUser(id int64, name, username string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[id] = Message{"id": id, "is_bot": false, "first_name": name}
	if username != "" {
		s.users[id]["username"] = username
	}
}

// AddChat adds a chat.
func (s *Server) AddChat(c Chat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chats[c.ID] = &chat{Chat: c, messages: map[int64]Message{}}
}

// AddFile has getFile find a file of that id at that path.
func (s *Server) AddFile(id, path, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[id], s.files["/"+path] = path, text
}

// SetWebhook has another program hear a bot by a webhook; "" ends it.
func (s *Server) SetWebhook(id int64, address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.byID(id)
	b.webhook, b.hooked = address, nil
	s.changed.Tell()
}

// Posted lists the texts that were posted.
func (s *Server) Posted() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.posted...)
}

// Files lists the files that were posted, as "name: text".
func (s *Server) Files() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.sent...)
}

// Waiting returns how many updates a bot has not acknowledged.
func (s *Server) Waiting(id int64) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.byID(id).updates)
}

// UntilAcknowledged waits until a bot has acknowledged everything.
func (s *Server) UntilAcknowledged(id int64) bool {
	return s.wait(func() bool { return len(s.byID(id).updates) == 0 })
}

// Polling returns how many polls wait for something to happen.
func (s *Server) Polling() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.polls
}

// UntilPolling waits until so many polls wait for something to happen.
func (s *Server) UntilPolling(polls int) bool {
	return s.wait(func() bool { return s.polls >= polls })
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

// called: the lock is held.
func (s *Server) called(method string) (of []Call) {
	for _, c := range s.calls {
		if c.Method == method {
			of = append(of, c)
		}
	}
	return of
}

// byID returns a bot. The lock is held.
func (s *Server) byID(id int64) *bot {
	for _, b := range s.bots {
		if b.ID == id {
			return b
		}
	}
	panic("telegramtest: no such bot")
}

// wait waits until done holds, at most patience; the lock is held in done.
func (s *Server) wait(done func() bool) bool { return s.changed.Until(&s.mu, done) }
