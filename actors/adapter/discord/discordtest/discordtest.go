// Package discordtest is a stand-in for Discord inside the process: its
// gateway and the part of its REST interface that the adapter uses, in the
// wire format that Discord documents. Tests say and break things by the
// methods of [Server]; what bots do arrives as it would there.
//
// It knows guilds, channels, threads, messages, sessions and rate limits. It
// knows nothing of the program and checks no permissions but those a test
// takes away.
package discordtest

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// An Object is a JSON object as Discord sends it.
type Object = map[string]any

// epoch is Discord's, in Unix milliseconds: what snowflakes count from.
const epoch = 1420070400000

// A Server is Discord. Its methods may be called at the same time.
type Server struct {
	URL string // of the REST interface, for discord.Config.URL

	ahead time.Duration // its clock's

	mu       sync.Mutex
	last     int64 // snowflake
	bots     map[string]*Bot
	guilds   map[string]*guild
	channels map[string]Object
	only     map[string]string   // ids of the bots that alone see these channels
	messages map[string][]Object // by channel, oldest first
	people   map[string]string   // ids by name
	nonces   map[string]string   // message ids by channel, author and nonce
	gateway  gateway
	faults   faults
	log      []Request
	commands []Object
	reacted  []string
	webhooks []*webhook
	files    []string // posted by bots, as "name: content"
}

// A Bot is an application's account.
type Bot struct {
	ID, Name, Token string
	flags           int // of its application: which privileged intents are on
}

type guild struct {
	id, name string
	roles    []Object
	members  []Object
	own      map[string][]string // roles of bots, by id
	perms    string
}

// A Request is one a bot made.
type Request struct {
	Method, Path string
	Body         Object
}

// Start opens a Discord without bots or guilds and closes it with the test.
func Start(t testing.TB) *Server { return StartAhead(t, 0) }

// StartAhead is Start of one whose clock is ahead of the machine's: ids and answers have
// its time.
func StartAhead(t testing.TB, by time.Duration) *Server {
	s := &Server{
		ahead: by,
		bots:  map[string]*Bot{}, guilds: map[string]*guild{}, channels: map[string]Object{}, only: map[string]string{}, messages: map[string][]Object{},
		people: map[string]string{}, nonces: map[string]string{},
	}
	s.gateway.open()
	s.faults.open()
	routes := s.routes()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", s.now().UTC().Format(http.TimeFormat))
		routes.ServeHTTP(w, r)
	}))
	s.URL = server.URL
	t.Cleanup(func() {
		s.gateway.drop()
		server.CloseClientConnections()
		server.Close()
	})
	return s
}

// AddBot makes an application with its bot and its privileged intents on.
func (s *Server) AddBot(name string) *Bot {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.snowflake()
	b := &Bot{ID: id, Name: name, Token: "token-of-" + id, flags: 1<<15 | 1<<19}
	s.bots[b.Token] = b
	return b
}

// AddGuild makes a server with all bots in it.
func (s *Server) AddGuild(name string) (id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id = s.snowflake()
	s.guilds[id] = &guild{id: id, name: name, roles: []Object{{"id": id, "name": "@everyone", "permissions": "66560"}}, own: map[string][]string{}, perms: "562949953421311"}
	return id
}

// AddRole makes a role and gives it to bots.
func (s *Server) AddRole(guildID, name string, bots ...*Bot) (id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id = s.snowflake()
	g := s.guilds[guildID]
	g.roles = append(g.roles, Object{"id": id, "name": name, "permissions": "0"})
	for _, b := range bots {
		g.own[b.ID] = append(g.own[b.ID], id)
	}
	return id
}

// AddMembers puts people into a guild who have said nothing yet.
func (s *Server) AddMembers(guildID string, names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range names {
		s.guilds[guildID].members = append(s.guilds[guildID].members, Object{"user": s.person(name)})
	}
}

// AddChannel makes a channel of Discord's kind, 0 for text, 1 for a direct
// message with guildID "". A running bot is told.
func (s *Server) AddChannel(guildID, name string, kind int) (id string) {
	s.mu.Lock()
	id = s.snowflake()
	c := Object{"id": id, "type": kind, "name": name, "last_message_id": nil}
	if guildID != "" {
		c["guild_id"], c["permission_overwrites"], c["nsfw"] = guildID, []Object{}, false
	} else {
		c["recipients"] = []Object{s.person(name)}
	}
	s.channels[id] = c
	told := maps.Clone(c)
	s.mu.Unlock()
	if guildID != "" {
		s.Send("CHANNEL_CREATE", told)
	}
	return id
}

// Only has one bot alone see a channel, as it does its own direct messages.
func (s *Server) Only(b *Bot, channel string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.only[channel] = b.ID
}

// Restrict keeps all but some roles and members from reading a channel, or, with none, opens
// it to everybody. A running bot is told.
func (s *Server) Restrict(channel string, to ...string) {
	s.mu.Lock()
	c := s.channels[channel]
	overwrites := []Object{}
	if len(to) > 0 {
		overwrites = append(overwrites, Object{"id": c["guild_id"], "type": 0, "allow": "0", "deny": "1024"})
	}
	for _, id := range to {
		overwrites = append(overwrites, Object{"id": id, "type": 1, "allow": "1024", "deny": "0"})
	}
	c["permission_overwrites"] = overwrites
	told := maps.Clone(c)
	s.mu.Unlock()
	s.Send("CHANNEL_UPDATE", told)
}

// hides reports whether a bot doesn't see a channel. The lock is held.
func (s *Server) hides(channel any, b *Bot) bool {
	id, _ := channel.(string)
	only := s.only[id]
	return only != "" && (b == nil || b.ID != only)
}

// AddThread begins a thread in a channel; a running bot is told.
func (s *Server) AddThread(parent, name string) (id string) {
	s.mu.Lock()
	c := maps.Clone(s.thread(s.snowflake(), parent, name))
	s.mu.Unlock()
	s.Send("THREAD_CREATE", c)
	return c["id"].(string)
}

// DeleteChannel takes a channel or a thread away with all that was said there, of which a
// running bot is told only that.
func (s *Server) DeleteChannel(id string) {
	s.mu.Lock()
	c := s.channels[id]
	delete(s.channels, id)
	maps.DeleteFunc(s.channels, func(_ string, of Object) bool { return of["parent_id"] == id })
	s.mu.Unlock()
	if c["parent_id"] != nil {
		s.Send("THREAD_DELETE", Object{"id": id, "guild_id": c["guild_id"], "parent_id": c["parent_id"], "type": c["type"]})
		return
	}
	s.Send("CHANNEL_DELETE", c)
}

func (s *Server) thread(id, parent, name string) Object {
	c := Object{"id": id, "type": 11, "name": name, "guild_id": s.channels[parent]["guild_id"], "parent_id": parent, "last_message_id": nil}
	s.channels[id] = c
	return c
}

// now returns what its clock says.
func (s *Server) now() time.Time { return time.Now().Add(s.ahead) }

// snowflake returns an id of now, greater than all before. The lock is held.
func (s *Server) snowflake() string {
	s.last = max(s.last+1, (s.now().UnixMilli()-epoch)<<22)
	return strconv.FormatInt(s.last, 10)
}

// person returns somebody as a user object; "bot:NAME" is another bot. The lock
// is held.
func (s *Server) person(name string) Object {
	if s.people[name] == "" {
		s.people[name] = s.snowflake()
	}
	shown, bot := strings.CutPrefix(name, "bot:")
	u := Object{"id": s.people[name], "username": "user" + s.people[name], "global_name": shown, "discriminator": "0", "avatar": nil}
	if bot {
		u["bot"] = true
	}
	return u
}

// Person returns somebody's id.
func (s *Server) Person(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.person(name)["id"].(string)
}
