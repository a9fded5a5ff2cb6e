package irc

import (
	"time"

	"familiar/internal/sleep"
)

// membersMost is how many members of a channel are remembered.
const membersMost = 5_000

// A room is a channel we are in or should be in.
type room struct {
	name, key string // as the configuration writes them
	about     string // its topic

	in    bool
	since time.Time // when we came in
	hears beginning // the same by the server's clock
	due   time.Time // when to ask to be let in; zero: now
	tries int       // times in a row we were not let in, or thrown out
	why   string    // the server's reason for that

	members map[string]*member // by folded nick
	whole   bool               // the server has listed all
	cut     bool               // some were left out
}

// A member is somebody in a channel.
type member struct {
	nick  string
	login string // "" when not logged in, or not known
	bot   bool   // marked by the server, or speaks by notices
}

func newRoom(name, key string) *room {
	return &room{name: name, key: key, members: map[string]*member{}}
}

// meet returns the member of that nick, new if need be; nil when there are too
// many.
func (r *room) meet(folded, nick string) *member {
	if m := r.members[folded]; m != nil {
		return m
	}
	if len(r.members) >= membersMost {
		r.cut = true
		return nil
	}
	m := &member{nick: nick}
	r.members[folded] = m
	return m
}

// ask notes that the server is asked to let us in: it may not answer.
func (r *room) ask(now time.Time, first time.Duration) { r.due = now.Add(rejoinMost * first) }

// shut has the room asked for again after a pause, which doubles from the first.
func (r *room) shut(why string, now time.Time, first time.Duration) {
	r.why = why
	r.tries++
	r.due = now.Add(sleep.Doubled(first, rejoinMost*first, r.tries))
}

// leave ends being in the room. Who was in it for long begins to count tries anew.
func (r *room) leave(now time.Time, first time.Duration) {
	if now.Sub(r.since) > rejoinMost*first {
		r.tries = 0
	}
	r.in = false
}

// enter begins being in the room, and hearing what is said there.
func (r *room) enter(now time.Time, hears beginning) {
	r.in, r.since, r.hears, r.why = true, now, hears, ""
	r.members, r.whole, r.cut = map[string]*member{}, false, false
}

// isTaken reports whether somebody is known to have a nick who is logged in as another
// than that; "" is anybody.
func (l *link) isTaken(nick, login string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.rooms {
		if m := r.members[nick]; login != "" && m != nil && m.login != "" && m.login != login {
			return true
		}
	}
	return false
}
