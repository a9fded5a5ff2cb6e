// Package matrixtest is a Matrix homeserver for tests: what package matrix uses of the
// client-server API, in the documented wire form
// (https://spec.matrix.org/v1.13/client-server-api/). Several users may be on it. It
// knows no adapter. What is posted can be read back, and refusals are played as
// homeservers give them.
package matrixtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"time"

	"familiar/internal/await"
)

// The account that a new homeserver has, its token, two people, and the room in which
// all are.
const (
	Moth   = "@moth:test.example"
	Token  = "test-token-of-moth"
	Ana    = "@ana:test.example"
	Bob    = "@bob:test.example"
	Garden = "!garden:test.example"
)

// An Object is something in JSON.
type Object = map[string]any

// A Server is a homeserver.
type Server struct {
	URL string

	http *httptest.Server

	mu           sync.Mutex
	changed      await.News
	users        map[string]*user
	rooms        map[string]*room
	stream       int               // number of the last event
	transactions map[string]string // events by user, path and transaction
	media        map[string]kept
	forgetful    bool
	unattached   bool
	refusals     map[string][]Refusal
	calls        []Call
	syncs        int // waiting
}

type user struct {
	name    string
	token   string // "": a person, who needs none here
	revoked bool
	data    Object
	invited map[string]string // who has, by room
	handed  int               // the last event there was when a sync was answered
}

type room struct {
	state  map[string]Object // content by type; no members
	joined map[string]int    // since which event
	open   bool              // nobody has to be invited
	events []event
}

type event struct {
	number  int
	content Object // as the whole event
	by      string // the user whose device has sent it
	under   string // the transaction
}

// A Call is what somebody asked for.
type Call struct {
	User string
	What string // the name of the last part that is none of a room's or a user's
	Path []string
	Body Object
}

// A Refusal is an answer that a call gets once instead of its own.
type Refusal struct {
	Status     int
	Code       string // "": the answer is no JSON, as of a proxy
	RetryAfter int    // ms; 0: not said
	Done       bool   // it is done all the same
	Lose       bool   // the connection breaks instead of an answer
}

// New starts a homeserver.
func New() *Server {
	s := &Server{
		users: map[string]*user{}, rooms: map[string]*room{},
		transactions: map[string]string{}, media: map[string]kept{}, refusals: map[string][]Refusal{},
	}
	s.AddUser(Moth, "Moth", Token)
	s.AddUser(Ana, "Ana", "")
	s.AddUser(Bob, "Bob", "")
	s.AddRoom(Garden, Moth, Ana, Bob)
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL
	return s
}

// Close ends it and all connections.
func (s *Server) Close() {
	s.Cut()
	s.http.Close()
}

// Cut breaks all connections. What is asked for afterwards is answered.
func (s *Server) Cut() { s.http.CloseClientConnections() }

// AddUser adds somebody, with a token if they have a program.
func (s *Server) AddUser(id, name, token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[id] = &user{name: name, token: token, data: Object{}, invited: map[string]string{}}
}

// AddRoom adds a room with people in it.
func (s *Server) AddRoom(id string, members ...string) {
	s.mu.Lock()
	s.rooms[id] = &room{state: map[string]Object{"m.room.name": {"name": "the garden"}}, joined: map[string]int{}}
	s.mu.Unlock()
	for _, m := range members {
		s.Join(id, m)
	}
}

// Join has somebody be in a room.
func (s *Server) Join(id, member string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.join(id, member)
}

// join: the lock is held.
func (s *Server) join(id, member string) {
	r, u := s.rooms[id], s.users[member]
	if _, in := r.joined[member]; in {
		return
	}
	delete(u.invited, id)
	r.joined[member] = s.stream + 1
	s.add(id, Object{"type": "m.room.member", "state_key": member, "sender": member, "content": Object{"membership": "join", "displayname": u.name}})
}

// Invite has somebody ask a user into a room.
func (s *Server) Invite(id, by, member string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[member].invited[id] = by
	s.changed.Tell()
}

// Open has everybody be able to join a room, without an invitation.
func (s *Server) Open(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rooms[id].open = true
}

// SetState gives a room a state, as "m.room.encryption".
func (s *Server) SetState(id, kind string, content Object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rooms[id].state[kind] = content
	s.add(id, Object{"type": kind, "state_key": "", "sender": Ana, "content": content})
}

// SetDirect has a user mark rooms as direct chats.
func (s *Server) SetDirect(member, with string, rooms ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[member].data["m.direct"] = Object{with: rooms}
}

// Say has somebody write a text in a room and returns the event.
func (s *Server) Say(id, by, text string) string {
	return s.Write(id, by, Object{"msgtype": "m.text", "body": text})
}

// Write has somebody write a message.
func (s *Server) Write(id, by string, content Object) string {
	return s.Send(id, Object{"type": "m.room.message", "sender": by, "content": content})
}

// React has somebody react to an event, and returns the reaction.
func (s *Server) React(id, by, to, key string) string {
	return s.Send(id, Object{"type": "m.reaction", "sender": by, "content": Object{"m.relates_to": Object{"rel_type": "m.annotation", "event_id": to, "key": key}}})
}

// Redact has somebody erase an event.
func (s *Server) Redact(id, by, what string) string {
	s.mu.Lock()
	for _, e := range s.rooms[id].events {
		if e.content["event_id"] == what {
			e.content["content"], e.content["unsigned"] = Object{}, Object{"redacted_because": Object{"sender": by}}
		}
	}
	s.mu.Unlock()
	return s.Send(id, Object{"type": "m.room.redaction", "sender": by, "redacts": what, "content": Object{"redacts": what}})
}

// Send puts an event into a room and returns its id. What it lacks is filled in.
func (s *Server) Send(id string, e Object) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(id, e)
}

// add: the lock is held.
func (s *Server) add(id string, e Object) string {
	s.stream++
	for key, value := range (Object{"event_id": fmt.Sprint("$event", s.stream), "origin_server_ts": time.Now().UnixMilli()}) {
		if _, given := e[key]; !given {
			e[key] = value
		}
	}
	r := s.rooms[id]
	r.events = append(r.events, event{number: s.stream, content: e})
	s.changed.Tell()
	return e["event_id"].(string)
}

// Refuse has the next call of that name answered so: that of the last part of its
// path which is no id, as "send" or "sync".
func (s *Server) Refuse(what string, r Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals[what] = append(s.refusals[what], r)
	s.changed.Tell()
}

// Revoke makes a user's token worthless, for what waits, too.
func (s *Server) Revoke(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[id].revoked = true
	s.changed.Tell()
}

// Forget has the homeserver know no transaction any more, now and later.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgetful = true
	clear(s.transactions)
}

// Posted lists the texts that a user has posted, in order; edits are none.
func (s *Server) Posted(by string) (texts []string) { return textsBy(by, s.Events()) }

// PostedIn is Posted in one room.
func (s *Server) PostedIn(id, by string) (texts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return textsBy(by, ordered(s.rooms[id].events))
}

func textsBy(by string, events []Object) (texts []string) {
	for _, e := range events {
		content, _ := e["content"].(Object)
		if text, says := content["body"].(string); says && e["sender"] == by && content["m.new_content"] == nil {
			texts = append(texts, text)
		}
	}
	return texts
}

// Events lists all events, in order.
func (s *Server) Events() (all []Object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var events []event
	for _, r := range s.rooms {
		events = append(events, r.events...)
	}
	return ordered(events)
}

// ordered returns copies of events in order.
func ordered(events []event) (all []Object) {
	events = slices.Clone(events)
	slices.SortFunc(events, func(a, b event) int { return a.number - b.number })
	for _, e := range events {
		all = append(all, copied(e.content))
	}
	return all
}

// Stands returns what a message says now, by the last edit of whoever wrote it.
func (s *Server) Stands(id string) (text string) {
	by := any(nil)
	for _, e := range s.Events() {
		content, _ := e["content"].(Object)
		if e["event_id"] == id {
			text, _ = content["body"].(string)
			by = e["sender"]
		}
		relation, _ := content["m.relates_to"].(Object)
		if now, is := content["m.new_content"].(Object); is && relation["event_id"] == id && e["sender"] == by {
			text, _ = now["body"].(string)
		}
	}
	return text
}

// Calls lists the calls of a name.
func (s *Server) Calls(what string) []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.calls), func(c Call) bool { return c.What != what })
}

// Until waits for so many calls of a name, and lists those there are.
func (s *Server) Until(what string, calls int) []Call {
	s.wait(func() bool {
		n := 0
		for _, c := range s.calls {
			if c.What == what {
				n++
			}
		}
		return n >= calls
	})
	return s.Calls(what)
}

// Syncing returns how many syncs wait for something to happen.
func (s *Server) Syncing() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.syncs
}

// UntilSyncing waits until somebody waits for something to happen.
func (s *Server) UntilSyncing() bool { return s.wait(func() bool { return s.syncs > 0 }) }

// UntilHanded waits until a user has been handed everything there is.
func (s *Server) UntilHanded(id string) bool {
	return s.wait(func() bool { return s.users[id].handed >= s.stream })
}

// wait waits until done holds, at most patience; the lock is held in done.
func (s *Server) wait(done func() bool) bool { return s.changed.Until(&s.mu, done) }

// copied returns a copy that shares nothing.
func copied(o Object) (c Object) {
	text, _ := json.Marshal(o)
	_ = json.Unmarshal(text, &c)
	return c
}
