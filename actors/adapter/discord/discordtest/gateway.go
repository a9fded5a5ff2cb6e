package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"familiar/internal/await"
)

// gateway is Discord's end of the bots' sockets.
type gateway struct {
	mu          sync.Mutex
	sessions    map[string]*session
	live        map[*link]bool
	changed     await.News // of sessions and links
	next        int
	identifies  []Identify
	resumes     int
	displaced   int // connections that were alive when another began or took up their shard's session
	shards      int
	concurrency int
	budget      int           // sessions a day
	total       int           // as Discord names them
	resets      time.Duration // until there are more
	heartbeat   time.Duration
	deaf        bool // heartbeats are not acknowledged
	beats       int
	intentsOff  bool
	held        chan struct{} // nobody may identify until it is closed; nil: everybody may
	tooSoon     int           // sessions that were begun before their turn
	every       time.Duration // between two of one turn; 0: it isn't looked at
	outlives    time.Duration // how long a session that nobody is connected to can be taken up again; 0: for ever
}

// An Identify is one a bot sent.
type Identify struct {
	Token   string
	Shard   [2]int
	Intents int
	At      time.Time
}

// A session outlives its connections until another takes its place.
type session struct {
	id     string
	bot    *Bot
	shard  [2]int
	blind  bool              // without the MESSAGE CONTENT intent
	events []json.RawMessage // all, for RESUME; number n is at n-1
	link   *link             // nil: nobody is connected
	left   time.Time         // since when
}

// A link is one connection.
type link struct {
	mu    sync.Mutex // writes
	conn  *websocket.Conn
	token string
}

func (l *link) write(v any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.conn.WriteJSON(v) // a broken one is seen by its reader
}

func (l *link) close(code int, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, text), time.Now().Add(time.Second))
	_ = l.conn.Close()
}

func (g *gateway) open() {
	g.sessions, g.live = map[string]*session{}, map[*link]bool{}
	g.shards, g.concurrency, g.budget, g.total, g.heartbeat, g.resets = 1, 1, 1000, 1000, 45*time.Second, 24*time.Hour
}

type payload struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

var upgrader = websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}

// serve is one connection: HELLO, IDENTIFY or RESUME, then heartbeats.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	g, l := &s.gateway, &link{conn: conn}
	g.mu.Lock()
	g.live[l] = true
	beat := g.heartbeat
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.live, l)
		for _, session := range g.sessions {
			if session.link == l {
				session.link, session.left = nil, time.Now()
			}
		}
		conn.Close()
		g.changed.Tell()
	}()
	l.write(Object{"op": 10, "d": Object{"heartbeat_interval": beat.Milliseconds()}, "s": nil, "t": nil})
	for {
		var p payload
		if err := conn.ReadJSON(&p); err != nil {
			if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
				g.endSession(l)
			}
			return
		}
		switch p.Op {
		case 1:
			g.mu.Lock()
			deaf := g.deaf
			g.beats++
			g.changed.Tell()
			g.mu.Unlock()
			if !deaf {
				l.write(Object{"op": 11})
			}
		case 2:
			if !s.identify(l, p.Data) {
				return
			}
		case 6:
			s.resume(l, p.Data)
		}
	}
}

func (s *Server) identify(l *link, data json.RawMessage) bool {
	var d struct {
		Token   string `json:"token"`
		Intents int    `json:"intents"`
		Shard   [2]int `json:"shard"`
	}
	if json.Unmarshal(data, &d) != nil {
		l.close(4002, "Decode error.")
		return false
	}
	d.Token = strings.TrimPrefix(d.Token, "Bot ") // which some clients say here, too
	bot := s.bot("Bot " + d.Token)
	g := &s.gateway
	g.mu.Lock()
	g.identifies = append(g.identifies, Identify{d.Token, d.Shard, d.Intents, time.Now()})
	off, held := g.intentsOff, g.held
	early := g.isEarly(d.Token, d.Shard[0])
	spent := len(g.identifies) > g.budget
	g.mu.Unlock()
	if held != nil {
		<-held
	}
	switch {
	case spent && bot != nil: // as Discord does to a bot that begins too many
		s.Revoke(bot)
		return false
	case early:
		l.write(Object{"op": 9, "d": false})
		return true
	case bot == nil:
		l.close(4004, "Authentication failed.")
		return false
	case off && d.Intents&(1<<15) != 0:
		l.close(4014, "Disallowed intent(s).")
		return false
	}
	d.Shard[1] = max(d.Shard[1], 1)
	l.token = d.Token
	g.mu.Lock()
	for id, old := range g.sessions {
		if old.bot == bot && old.shard == d.Shard {
			if old.link != nil && old.link != l {
				g.displaced++
			}
			delete(g.sessions, id)
		}
	}
	g.next++
	session := &session{id: "session-" + strconv.Itoa(g.next), bot: bot, shard: d.Shard, blind: d.Intents&(1<<15) == 0, link: l}
	g.mu.Unlock()

	s.mu.Lock()
	defer s.mu.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions[session.id] = session
	var guilds []Object
	for id := range s.guilds {
		guilds = append(guilds, Object{"id": id, "unavailable": true})
	}
	session.send("READY", Object{
		"v": 9, "user": bot.user(), "guilds": guilds, "session_id": session.id, "shard": d.Shard,
		"resume_gateway_url": s.socket(), "application": Object{"id": bot.ID, "flags": bot.flags},
	})
	for id, guild := range s.guilds {
		if session.has(id) {
			session.send("GUILD_CREATE", s.describe(guild, bot))
		}
	}
	g.changed.Tell()
	return true
}

// isEarly reports whether the last IDENTIFY comes too soon after the one before of
// the same bot and turn. The lock is held.
func (g *gateway) isEarly(token string, shard int) bool {
	last := len(g.identifies) - 1
	for _, i := range g.identifies[:last] {
		if i.Token == token && i.Shard[0]%g.concurrency == shard%g.concurrency && g.identifies[last].At.Sub(i.At) < g.every {
			g.tooSoon++
			return true
		}
	}
	return false
}

func (s *Server) resume(l *link, data json.RawMessage) {
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	_ = json.Unmarshal(data, &d)
	g := &s.gateway
	g.mu.Lock()
	defer g.mu.Unlock()
	session := g.sessions[d.Session]
	if session != nil && session.link == nil && g.outlives > 0 && time.Since(session.left) > g.outlives {
		delete(g.sessions, session.id)
		session = nil
	}
	if session == nil || session.bot.Token != d.Token || d.Seq > len(session.events) {
		l.write(Object{"op": 9, "d": false})
		return
	}
	g.resumes++
	if session.link != nil { // whoever had it has it no more
		g.displaced++
		session.link.conn.Close()
	}
	l.token, session.link = d.Token, l
	for _, e := range session.events[d.Seq:] {
		l.write(e)
	}
	session.send("RESUMED", Object{})
	g.changed.Tell()
}

// send numbers an event, keeps it and writes it. The gateway's lock is held.
func (s *session) send(kind string, d any) {
	raw, err := json.Marshal(Object{"op": 0, "t": kind, "s": len(s.events) + 1, "d": d})
	if err != nil {
		panic(fmt.Sprintf("discordtest: %s: %v", kind, err))
	}
	s.events = append(s.events, raw)
	if s.link != nil {
		s.link.write(json.RawMessage(raw))
	}
}

// has reports whether the session's shard is that of a guild; direct messages
// are shard 0's.
func (s *session) has(guild string) bool {
	id, _ := strconv.ParseInt(guild, 10, 64)
	return int((id>>22)%int64(s.shard[1])) == s.shard[0]
}

// Send dispatches an event to every session that it concerns.
func (s *Server) Send(kind string, d Object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.send(kind, d)
}

// send does, with the lock held: what is told in the turn in which it becomes so is
// told in order.
func (s *Server) send(kind string, d Object) {
	guild, _ := d["guild_id"].(string)
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	for _, session := range s.gateway.sessions {
		if session.has(guild) && !s.hides(d["channel_id"], session.bot) {
			of := d
			if session.blind {
				of = withoutContent(kind, d, session.bot)
			}
			session.send(kind, of)
		}
	}
}

// describe returns a guild as GUILD_CREATE does. The lock is held.
func (s *Server) describe(g *guild, bot *Bot) Object {
	channels, threads := []Object{}, []Object{}
	for _, c := range s.channels {
		switch {
		case c["guild_id"] != g.id, s.hides(c["id"], bot):
		case c["parent_id"] != nil:
			threads = append(threads, c)
		default:
			channels = append(channels, c)
		}
	}
	own := append([]string{}, g.own[bot.ID]...)
	return Object{
		"id": g.id, "name": g.name, "member_count": len(g.members) + len(s.bots), "roles": g.roles, "channels": channels, "threads": threads,
		"members": []Object{{"user": bot.user(), "roles": own, "nick": nil}},
	}
}

func (b *Bot) user() Object {
	return Object{"id": b.ID, "username": b.Name, "global_name": nil, "discriminator": "4242", "avatar": nil, "bot": true}
}
