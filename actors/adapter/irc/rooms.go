package irc

import (
	"strings"
	"time"

	"github.com/ergochat/irc-go/ircmsg"
)

// membersMost is how many members of a channel are remembered.
const membersMost = 5_000

// A room is a channel we are in or should be in.
type room struct {
	name, key string // as the configuration writes them
	about     string // its topic

	in    bool
	since time.Time // when we came in
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

// meet gives the member of that nick, new if need be; nil when there are too
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

// enter begins being in the room.
func (r *room) enter(now time.Time) {
	r.in, r.since, r.why = true, now, ""
	r.members, r.whole, r.cut = map[string]*member{}, false, false
}

// extraRooms is how many channels a server may put us in unasked.
const extraRooms = 100

// join takes somebody's arrival, our own among them.
func (l *link) join(m ircmsg.Message) {
	if len(m.Params) == 0 {
		return
	}
	from, _ := m.NUH()
	l.mu.Lock()
	defer l.mu.Unlock()
	who, at := l.folding.fold(from.Name), l.folding.fold(m.Params[0])
	r := l.rooms[at]
	if who == l.folding.fold(l.nick) {
		if r == nil {
			if len(l.rooms) >= len(l.a.Join)+extraRooms {
				return
			}
			r = newRoom(m.Params[0], "")
			l.rooms[at] = r
		}
		l.host = len(from.User) + 1 + len(from.Host)
		r.enter(time.Now())
		l.roomChanged()
	}
	if r == nil {
		return
	}
	if met := r.meet(who, from.Name); met != nil && len(m.Params) > 1 { // extended-join
		met.login = login(m.Params[1])
	}
}

// login reads an account's name as tags and commands give it.
func login(name string) string {
	if name == "*" {
		return ""
	}
	return name
}

// roomChanged wakes whoever waits to be in a room. The lock is held.
func (l *link) roomChanged() {
	close(l.changed)
	l.changed = make(chan struct{})
}

func (l *link) part(m ircmsg.Message) {
	if len(m.Params) > 0 {
		l.out(m.Params[0], m.Nick(), "left")
	}
}

func (l *link) kick(m ircmsg.Message) {
	if len(m.Params) > 1 {
		l.out(m.Params[0], m.Params[1], "kicked: "+said(m))
	}
}

// out takes somebody out of a room; ourselves we try to get in again.
func (l *link) out(channel, nick, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, who := l.folding.fold(channel), l.folding.fold(nick)
	r := l.rooms[at]
	switch {
	case r == nil:
	case who != l.folding.fold(l.nick):
		delete(r.members, who)
	default:
		now := time.Now()
		if now.Sub(r.since) > rejoinMost*l.a.Rejoin {
			r.tries = 0
		}
		r.in = false
		l.shut(r, why, now)
		l.roomChanged()
	}
}

// leaves takes a QUIT: from every room.
func (l *link) leaves(m ircmsg.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	who := l.folding.fold(m.Nick())
	for _, r := range l.rooms {
		delete(r.members, who)
	}
}

// rename follows a NICK, our own among them.
func (l *link) rename(m ircmsg.Message) {
	if len(m.Params) == 0 || m.Params[0] == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	was, is := l.folding.fold(m.Nick()), l.folding.fold(m.Params[0])
	if was == l.folding.fold(l.nick) {
		l.called(m.Params[0])
	}
	for _, r := range l.rooms {
		if known := r.members[was]; known != nil {
			delete(r.members, was)
			known.nick = m.Params[0]
			r.members[is] = known
		}
	}
}

// login follows who logs in and out.
func (l *link) login(m ircmsg.Message) {
	if len(m.Params) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	who := l.folding.fold(m.Nick())
	for _, r := range l.rooms {
		if known := r.members[who]; known != nil {
			known.login = login(m.Params[0])
		}
	}
}

// names takes a part of a list of members: me, a sign, the channel, nicks
// with the signs of their ranks.
func (l *link) names(m ircmsg.Message) {
	if len(m.Params) < 4 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.rooms[l.folding.fold(m.Params[2])]
	if r == nil {
		return
	}
	for _, name := range strings.Fields(m.Params[3]) {
		if name = strings.TrimLeft(name, l.signs); name != "" {
			r.meet(l.folding.fold(name), name)
		}
	}
}

func (l *link) namesEnd(m ircmsg.Message) {
	l.about(m, func(r *room, _ string) { r.whole = true })
}

// topic takes what a room is about when we come in: me, the channel, the text.
func (l *link) topic(m ircmsg.Message) {
	if m.Command == "331" {
		return
	}
	l.about(m, func(r *room, text string) { r.about = text })
}

// topicSet takes a change of it: the channel, the text.
func (l *link) topicSet(m ircmsg.Message) {
	if len(m.Params) > 1 {
		m.Params = append([]string{""}, m.Params...)
		l.about(m, func(r *room, text string) { r.about = text })
	}
}

// about changes the room that the second parameter names.
func (l *link) about(m ircmsg.Message, change func(r *room, text string)) {
	if len(m.Params) < 3 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if r := l.rooms[l.folding.fold(m.Params[1])]; r != nil {
		change(r, plain(m.Params[2]))
	}
}
