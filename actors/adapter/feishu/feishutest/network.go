// Package feishutest stands in for Feishu in tests: one app's long connection
// and the part of the REST interface the adapter uses, in the documented wire
// form, over a real socket. It knows one tenant and one bot. It keeps events
// until they are answered with yes and sends them again, as the network does,
// only sooner. Tests of the adapter and of the whole program call it.
package feishutest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// The app and its place. Secret is one only until [Network.Revoke].
const (
	AppID   = "cli_familiar"
	Secret  = "not-a-secret"
	Bot     = "ou_familiar" // the bot's open_id
	BotName = "Moth"
	Tenant  = "tk"
)

// A Person is somebody in the tenant.
type Person struct{ Open, Union, Name string }

// A Chat is a group, or a conversation with the bot.
type Chat struct {
	ID, Name, About string
	Mode            string // "group", "topic" or "p2p"; "": "group"
	People          []Person
}

// A Failure is an answer in place of what was asked for.
type Failure struct {
	Path   string // part of the path; "": any
	Times  int    // how often
	Status int
	Code   int
	Msg    string
	Reset  int  // seconds after which the network would take it; 0: not said
	After  bool // what was asked for is done all the same
	Cut    bool // the connection is cut in place of an answer
}

// A Network is the stand-in. Its methods may be called at the same time.
type Network struct {
	URL string

	// Again is how long after a refused event the network sends it again.
	Again time.Duration

	server *httptest.Server

	mu       sync.Mutex
	secret   string
	token    int // the number of the one that is valid
	chats    map[string]*Chat
	messages []*Message
	made     map[string]*Message // by uuid
	events   []*event
	socket   *socket
	failures []Failure
	calls    map[string]int // by method and path
	reacted  []string
	files    map[string]file // by key
	scopes   map[string]bool
	last     int64 // the newest time given to a message, ms

	connections int // there have been
}

// New starts a network that ends with the test.
func New(t testing.TB) *Network {
	n := &Network{
		Again: 20 * time.Millisecond, secret: Secret, token: 1,
		chats: make(map[string]*Chat), made: make(map[string]*Message), calls: make(map[string]int), scopes: make(map[string]bool),
	}
	mux := http.NewServeMux()
	n.routes(mux)
	n.server = httptest.NewServer(mux)
	n.URL = n.server.URL
	t.Cleanup(n.close)
	return n
}

func (n *Network) close() {
	n.Drop()
	n.server.Close()
}

// Add opens a chat.
func (n *Network) Add(c Chat) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.chats[c.ID] = &c
}

// Join adds somebody to a chat, or gives the person with that union_id another
// name.
func (n *Network) Join(chat string, p Person) {
	n.mu.Lock()
	defer n.mu.Unlock()
	c := n.chats[chat]
	for i := range c.People {
		if c.People[i].Union == p.Union {
			c.People[i] = p
			return
		}
	}
	c.People = append(c.People, p)
}

// Grant gives the app a scope.
func (n *Network) Grant(scopes ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, s := range scopes {
		n.scopes[s] = true
	}
}

// Fail has coming calls fail.
func (n *Network) Fail(f Failure) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.failures = append(n.failures, f)
}

// Expire makes every token given out so far invalid.
func (n *Network) Expire() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.token++
}

// Revoke changes the app's secret, ends its tokens and closes its connection.
func (n *Network) Revoke() {
	n.mu.Lock()
	n.secret = "another"
	n.token++
	n.mu.Unlock()
	n.Drop()
}

// Calls says how often a method and path, such as "GET /open-apis/bot/v3/info",
// was asked for.
func (n *Network) Calls(what string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.calls[what]
}

// Reactions lists the bot's, each as "message emoji".
func (n *Network) Reactions() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string(nil), n.reacted...)
}

// person finds somebody by either id. The lock is held.
func (n *Network) person(id string) (Person, bool) {
	for _, c := range n.chats {
		for _, p := range c.People {
			if p.Open == id || p.Union == id {
				return p, true
			}
		}
	}
	return Person{}, false
}

// failing takes the next failure that is meant for a path.
func (n *Network) failing(path string) (Failure, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i := range n.failures {
		if f := &n.failures[i]; f.Times > 0 && strings.Contains(path, f.Path) {
			f.Times--
			return *f, true
		}
	}
	return Failure{}, false
}

// now returns a time for a message, later than any before.
func (n *Network) now() int64 {
	n.last = max(n.last+1, time.Now().UnixMilli())
	return n.last
}

func (n *Network) name(prefix string, count int) string { return fmt.Sprintf("%s%08d", prefix, count) }
