package irc

import (
	"fmt"
	"strings"
	"time"

	"github.com/ergochat/irc-go/ircevent"
	"github.com/ergochat/irc-go/ircmsg"

	"familiar/actors/adapter"
)

// closed are the answers after which trying again is of no use until the
// operator has mended something: a wrong password, a ban, a login that failed.
var closed = []string{ircevent.ERR_PASSWDMISMATCH, ircevent.ERR_YOUREBANNEDCREEP, ircevent.ERR_SASLFAIL, ircevent.ERR_NICKLOCKED}

// nickTrouble are the answers after which another nick is tried.
var nickTrouble = []string{ircevent.ERR_NICKNAMEINUSE, ircevent.ERR_UNAVAILRESOURCE, ircevent.ERR_ERRONEUSNICKNAME, ircevent.ERR_NICKCOLLISION}

// turnedAway takes one of closed.
func (l *link) turnedAway(m ircmsg.Message) {
	what := map[string]string{
		ircevent.ERR_PASSWDMISMATCH:   "the server's password is wrong",
		ircevent.ERR_YOUREBANNEDCREEP: "the server has banned this account",
		ircevent.ERR_SASLFAIL:         "login or password is wrong",
		ircevent.ERR_NICKLOCKED:       "the login is locked",
	}[m.Command]
	l.condemn(fmt.Errorf("%s (%s): correct the account, then reload", what, said(m)))
}

func (l *link) condemn(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fatal == nil {
		l.fatal = err
	}
}

// lastWords takes an ERROR, after which the server closes.
func (l *link) lastWords(m ircmsg.Message) {
	words := said(m)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = words
	// Some servers say no more than this of a wrong password.
	if !l.welcome && l.fatal == nil && strings.Contains(strings.ToLower(words), "bad password") {
		l.fatal = fmt.Errorf("the server's password is wrong (%s): correct the account, then reload", words)
	}
}

// nickTaken tries the next nick while we have none. Later the library asks for
// the right one now and then, and a refusal means that it still isn't free.
func (l *link) nickTaken(m ircmsg.Message) {
	l.mu.Lock()
	if l.welcome {
		l.mu.Unlock()
		return
	}
	nicks := alternatives(l.a.Nick)
	tried := l.tried
	l.tried++
	l.mu.Unlock()
	if tried == 0 && m.Command == ircevent.ERR_ERRONEUSNICKNAME {
		l.condemn(fmt.Errorf("the server refuses the nick %q (%s): choose another", l.a.Nick, said(m)))
		l.sever()
		return
	}
	if tried >= len(nicks) {
		l.mu.Lock()
		l.last = "none of " + strings.Join(append([]string{l.a.Nick}, nicks...), ", ") + " is free"
		l.mu.Unlock()
		l.sever()
		return
	}
	l.send("NICK", nicks[tried])
}

// alternatives returns the nicks tried when the right one isn't free. The last
// ones are no longer than it, for servers where it has the greatest length.
func alternatives(nick string) []string {
	shorter := nick[:max(len(nick)-1, 1)]
	return []string{nick + "_", nick + "__", shorter + "_", shorter + "1", shorter + "2", shorter + "3"}
}

// welcomed knows by now who we are and what the server's words mean.
func (l *link) welcomed(m ircmsg.Message) {
	support, nick := l.conn.ISupport(), l.conn.CurrentNick()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.welcome {
		return // the message of the day again
	}
	l.welcome = true
	l.hears = beginningOf(m, time.Now())
	defer close(l.taken)
	l.folding = folding(strings.ToLower(support["CASEMAPPING"]))
	if _, signs, ok := strings.Cut(support["PREFIX"], ")"); ok && signs != "" {
		l.signs = signs
	}
	l.status = support["STATUSMSG"]
	l.called(nick)
	for _, entry := range l.a.Join {
		name, key, _ := strings.Cut(entry, " ")
		if at := l.folding.fold(name); l.rooms[at] == nil {
			l.rooms[at] = newRoom(name, key)
		}
	}
}

// called says which nick is ours now. The lock is held.
func (l *link) called(nick string) {
	l.nick = nick
	l.a.Circle.rename(l.a.id, l.folding.fold(nick))
}

// send sends a command. The error is always that the connection is over, which
// is noticed elsewhere too.
func (l *link) send(command string, params ...string) {
	if err := l.conn.Send(command, params...); err != nil {
		l.a.Log.Debug("irc command not sent", "command", command, "err", err)
	}
}

// said returns what an answer says to people, as one short line.
func said(m ircmsg.Message) string {
	if len(m.Params) == 0 {
		return "no reason given"
	}
	return adapter.CleanName(plain(m.Params[len(m.Params)-1]), 200)
}
