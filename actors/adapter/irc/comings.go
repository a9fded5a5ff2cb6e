package irc

import (
	"time"

	"github.com/ergochat/irc-go/ircmsg"
)

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
		now := time.Now()
		r.enter(now, beginningOf(m, now))
		l.roomChanged()
	}
	if r == nil {
		return
	}
	if met := r.meet(who, from.Name); met != nil && len(m.Params) > 1 { // extended-join
		met.login = login(m.Params[1])
	}
}

// hidden takes that others see us with another host from now on.
func (l *link) hidden(ircmsg.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.host = 0
}

// login reads an account's name as tags and commands give it.
func login(name string) string {
	if name == "*" {
		return ""
	}
	return name
}

// loginOf returns as whom the author of a message is logged in; "": they aren't, or the
// server doesn't say.
func loginOf(m ircmsg.Message) string {
	if _, name := m.GetTag("account"); isWord(name) {
		return login(name)
	}
	return ""
}

// roomChanged wakes callers waiting to be in a room. The lock is held.
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
		r.leave(now, l.a.Rejoin)
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
