package discordtest

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/internal/await"
)

// Await waits until something is true of sessions, connections and their
// counts, at most [await.Patience].
func (s *Server) Await(t testing.TB, what string, is func() bool) {
	t.Helper()
	late := time.After(await.Patience)
	for {
		s.gateway.mu.Lock()
		changed := s.gateway.changed.Next()
		s.gateway.mu.Unlock()
		if is() {
			return
		}
		select {
		case <-changed:
		case <-late:
			t.Fatalf("%s: waited in vain", what)
		}
	}
}

// Sessions counts the sessions there are, connected or not.
func (s *Server) Sessions() int {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	return len(s.gateway.sessions)
}

// Shards has Discord recommend so many shards, of which so many may identify
// at once.
func (s *Server) Shards(n, concurrency int) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.shards, s.gateway.concurrency = n, concurrency
}

// Budget lets every bot together begin so many, those before counted.
func (s *Server) Budget(n int) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.budget, s.gateway.total = n, n
}

// BudgetOf is Budget of a day's total.
func (s *Server) BudgetOf(n, total int) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.budget, s.gateway.total = n, total
}

// Turns refuses the IDENTIFY of a shard that comes sooner than that after one of the
// same turn, as Discord does within 5 s; at the start none is.
func (s *Server) Turns(every time.Duration) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.every = every
}

// TooSoon counts those.
func (s *Server) TooSoon() int {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	return s.gateway.tooSoon
}

// Resets says in how long a bot may begin as many sessions again as a day has.
func (s *Server) Resets(in time.Duration) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.resets = in
}

// Heartbeat sets how often a bot has to show that it lives, and whether that
// is acknowledged.
func (s *Server) Heartbeat(every time.Duration, acknowledged bool) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.heartbeat, s.gateway.deaf = every, !acknowledged
}

// Heartbeats counts those received, acknowledged or not.
func (s *Server) Heartbeats() int {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	return s.gateway.beats
}

// Hold lets nobody begin a session until release is called.
func (s *Server) Hold() (release func()) {
	held := make(chan struct{})
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.held = held
	return func() {
		s.gateway.mu.Lock()
		defer s.gateway.mu.Unlock()
		s.gateway.held = nil
		close(held)
	}
}

// Drop breaks every connection without a word. Sessions live on.
func (s *Server) Drop() { s.gateway.drop() }

func (g *gateway) drop() {
	for _, l := range g.links() {
		l.conn.Close()
	}
}

// Close closes every connection with a code.
func (s *Server) Close(code int) { s.gateway.close("", code, "") }

// CloseShard closes the connections of one shard with a code.
func (s *Server) CloseShard(number, code int) {
	for _, l := range s.gateway.linksOf(number) {
		l.close(code, "")
	}
}

func (g *gateway) linksOf(shard int) (all []*link) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		if s.shard[0] == shard && s.link != nil {
			all = append(all, s.link)
		}
	}
	return all
}

func (g *gateway) close(token string, code int, text string) {
	for _, l := range g.links() {
		if token == "" || l.token == token {
			l.close(code, text)
		}
	}
}

// Reconnect asks every bot to connect anew, as before Discord's own restarts.
func (s *Server) Reconnect() { s.dispatch(Object{"op": 7, "d": nil}) }

// Invalidate ends every session. Resumable: the bots may take them up again.
func (s *Server) Invalidate(resumable bool) {
	if !resumable {
		s.Forget()
	}
	s.dispatch(Object{"op": 9, "d": resumable})
}

// Outlive has sessions that nobody is connected to be taken up again for so long;
// 0, which it is at the start: for ever.
func (s *Server) Outlive(d time.Duration) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.outlives = d
}

// Forget ends every session without telling: the next RESUME fails.
func (s *Server) Forget() {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	clear(s.gateway.sessions)
}

// endSession ends the session of a bot that closed its connection for good.
func (g *gateway) endSession(l *link) {
	g.mu.Lock()
	defer g.mu.Unlock()
	maps.DeleteFunc(g.sessions, func(_ string, s *session) bool { return s.link == l })
}

func (s *Server) dispatch(p Object) {
	for _, l := range s.gateway.links() {
		l.write(p)
	}
}

func (g *gateway) links() []*link {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []*link
	for l := range g.live {
		all = append(all, l)
	}
	return all
}

// Identifies lists the IDENTIFYs received, in order.
func (s *Server) Identifies() []Identify {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	return slices.Clone(s.gateway.identifies)
}

// Displaced returns how often a shard's session was begun or taken up while another
// connection to it was alive.
func (s *Server) Displaced() int {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	return s.gateway.displaced
}

// Resumes counts the sessions taken up again.
func (s *Server) Resumes() int {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	return s.gateway.resumes
}

// Connected counts the sessions somebody is connected to.
func (s *Server) Connected() int {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	n := 0
	for _, session := range s.gateway.sessions {
		if session.link != nil {
			n++
		}
	}
	return n
}

func (s *Server) socket() string { return "ws" + strings.TrimPrefix(s.URL, "http") + "/socket" }
