// Package onebottest is a OneBot v11 implementation with one QQ account, for tests: it
// serves the forward WebSocket, and comes with the reverse one, as
// https://github.com/botuniverse/onebot-11 says, and has what NapCat, Lagrange and
// go-cqhttp add that the adapter uses.
package onebottest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"familiar/internal/await"
)

// Who and what there is.
const (
	Token       = "test-token-of-moth"
	Bot   int64 = 10001
	Ana   int64 = 20001
	Group int64 = 30001
)

// A Message is a JSON object.
type Message = map[string]any

// A Refusal is an answer that says no.
type Refusal struct {
	Code   int
	Text   string
	Name   string // of the failure, as go-cqhttp gives it
	Status string // "failed"
}

// A Server is the implementation. Its methods may be called at the same time.
type Server struct {
	URL string // of the WebSocket

	// What tests set before anybody connects.
	Self      int64         // the account; Bot
	Strings   bool          // messages are strings of CQ codes
	Echo      bool          // the account's own messages are told
	NoHistory bool          // it has no get_group_msg_history
	Reacts    string        // the action by which it reacts; "": it has none
	Heartbeat time.Duration // between heartbeats; 0: none
	Lose      bool          // the connection is cut instead of an answer to the next post, once
	Slow      time.Duration // a post is answered at most so late
	Hang      func()        // is called when first asked something, and the connection is cut instead of an answer; nil: isn't
	Late      bool          // events are under way until what follows them on their connection is, such as an answer to a ping

	http   *httptest.Server
	coming sync.WaitGroup // reverse connections

	mu       sync.Mutex
	revoked  bool
	sockets  []*socket
	dialled  int
	next     int64
	names    map[int64]string
	messages []Message
	posted   []post
	files    []string // as "name: text"
	reacted  []string // as "message emoji"
	refusals []Refusal
	changed  await.News
}

// A post is a message of the account's, as text.
type post struct {
	group int64 // 0: a private chat
	text  string
}

type socket struct {
	conn  *websocket.Conn
	since time.Time
	role  string     // "Event" and "API" are one half each
	mu    sync.Mutex // one writer at a time
	late  []any      // events under way
	pongs int        // guarded by the Server's lock
}

// arrive has the events that are under way arrive.
func (s *socket) arrive() {
	s.mu.Lock()
	late := s.late
	s.late = nil
	s.mu.Unlock()
	for _, event := range late {
		s.send(event)
	}
}

// delay has an event be under way.
func (s *socket) delay(event any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.late = append(s.late, event)
}

// tells reports whether events are sent over it.
func (s *socket) tells() bool { return s.role != "API" }

func (s *socket) send(frame any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.conn.WriteJSON(frame) // the read fails, too
}

// New starts an implementation.
func New() *Server {
	s := &Server{Self: Bot, next: -2_000_000_000, names: map[int64]string{Ana: "Ana"}}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = "ws" + strings.TrimPrefix(s.http.URL, "http")
	return s
}

// Close ends it.
func (s *Server) Close() {
	s.Cut()
	s.http.Close()
	s.coming.Wait()
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	revoked := s.revoked
	s.mu.Unlock()
	switch given := r.Header.Get("Authorization"); {
	case given == "" && r.URL.Query().Get("access_token") == "":
		http.Error(w, "unauthorized", http.StatusUnauthorized)
		return
	case revoked || given != "Bearer "+Token && r.URL.Query().Get("access_token") != Token:
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	upgrader := websocket.Upgrader{}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	s.answerOver(s.join(conn, both))
}

// both is the role of a connection for events and calls.
const both = "Universal"

// join has a connection be one of those over which the account is told and asks.
func (s *Server) join(conn *websocket.Conn, role string) *socket {
	on := &socket{conn: conn, since: time.Now(), role: role}
	answerPing := conn.PingHandler()
	conn.SetPingHandler(func(said string) error {
		on.arrive()
		return answerPing(said)
	})
	conn.SetPongHandler(func(string) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		on.pongs++
		s.changed.Tell()
		return nil
	})
	if on.tells() {
		on.send(s.meta("lifecycle", Message{"sub_type": "connect"}))
	}
	s.mu.Lock()
	s.sockets = append(s.sockets, on)
	s.dialled++
	s.changed.Tell()
	s.mu.Unlock()
	return on
}

// answerOver answers what is asked over a connection until it ends.
func (s *Server) answerOver(on *socket) {
	if s.Heartbeat > 0 && on.tells() {
		gone := make(chan struct{})
		defer close(gone)
		go s.beat(on, gone)
	}
	for {
		var call struct {
			Action string          `json:"action"`
			Params json.RawMessage `json:"params"`
			Echo   any             `json:"echo"`
		}
		if on.conn.ReadJSON(&call) != nil {
			break
		}
		if on.role == "Event" { // what is asked there nobody answers
			continue
		}
		if hang := s.hang(); hang != nil {
			hang()
			_ = on.conn.Close()
			break
		}
		answer := s.answer(call.Action, call.Params)
		if answer == nil {
			_ = on.conn.Close()
			break
		}
		answer["echo"] = call.Echo
		if strings.HasPrefix(call.Action, "send_") && s.Slow > 0 {
			time.AfterFunc(rand.N(s.Slow), func() { on.send(answer) })
			continue
		}
		on.send(answer)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sockets = slices.DeleteFunc(s.sockets, func(o *socket) bool { return o == on })
	s.changed.Tell()
}

// hang returns what is done instead of an answer, once.
func (s *Server) hang() func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	hang := s.Hang
	s.Hang = nil
	return hang
}

func (s *Server) beat(on *socket, gone chan struct{}) {
	tick := time.NewTicker(s.Heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			on.send(s.meta("heartbeat", Message{"interval": s.Heartbeat.Milliseconds(), "status": Message{"online": true, "good": true}}))
		case <-gone:
			return
		}
	}
}

func (s *Server) meta(kind string, more Message) Message {
	more["time"], more["self_id"], more["post_type"], more["meta_event_type"] = time.Now().Unix(), s.Self, "meta_event", kind
	return more
}

// Connections returns how many connections there are, and how long the oldest has stood.
func (s *Server) Connections() (now int, stood time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sockets) > 0 {
		stood = time.Since(s.sockets[0].since)
	}
	return len(s.sockets), stood
}

// Connected waits until there have been so many connections.
func (s *Server) Connected(times int) bool {
	return s.wait(func() bool { return s.dialled >= times })
}

// wait waits until something is so; the lock is held for is.
func (s *Server) wait(is func() bool) bool { return s.changed.Until(&s.mu, is) }

// Settle waits until the account has read all that it was told.
func (s *Server) Settle() bool {
	s.mu.Lock()
	sockets, want := slices.Clone(s.sockets), map[*socket]int{}
	for _, on := range sockets {
		want[on] = on.pongs + 1
	}
	s.mu.Unlock()
	for _, on := range sockets {
		_ = on.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(await.Patience)) // the read fails, too
	}
	return s.wait(func() bool {
		return !slices.ContainsFunc(s.sockets, func(on *socket) bool { return on.pongs < want[on] })
	})
}

// Cut ends all connections without a word.
func (s *Server) Cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, on := range s.sockets {
		_ = on.conn.Close()
	}
	s.sockets = nil
}

// Revoke makes the token worthless, for what is connected, too.
func (s *Server) Revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revoked = true
}

// Refuse has the next posts answered with no.
func (s *Server) Refuse(r Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals = append(s.refusals, r)
}

// Name gives a person a name.
func (s *Server) Name(user int64, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[user] = name
}

// Come makes a reverse WebSocket to an address, once. It gives how it was answered: an
// HTTP status, 101 if it was taken, or 0 if nobody listens.
func (s *Server) Come(address, token string) (status int) { return s.ComeFor(both, address, token) }

// Has reports whether there is a connection of a role.
func (s *Server) Has(role string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.sockets, func(on *socket) bool { return on.role == role })
}

// ComeFor is Come with a connection for "Event", "API" or both, "Universal".
func (s *Server) ComeFor(role, address, token string) (status int) {
	header := http.Header{"X-Self-Id": {fmt.Sprint(s.Self)}, "X-Client-Role": {role}}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	conn, answer, err := websocket.DefaultDialer.Dial(address, header)
	if answer != nil {
		status = answer.StatusCode
	}
	if err == nil {
		on := s.join(conn, role)
		s.coming.Go(func() { s.answerOver(on) })
	}
	return status
}

// Files lists the files that the account posted, in order, as "name: text".
func (s *Server) Files() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.files)
}

// Reacted lists the account's reactions, in order, as "message emoji".
func (s *Server) Reacted() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.reacted)
}

// Posted lists what the account posted, in order, as text.
func (s *Server) Posted() []string { return s.texts(func(post) bool { return true }) }

// PostedIn is Posted in one group.
func (s *Server) PostedIn(group int64) []string {
	return s.texts(func(p post) bool { return p.group == group })
}

func (s *Server) texts(counts func(post) bool) (texts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.posted {
		if counts(p) {
			texts = append(texts, p.text)
		}
	}
	return texts
}

// Messages returns all messages, in order.
func (s *Server) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.messages)
}
