package irc

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"slices"

	"github.com/ergochat/irc-go/ircevent"
	"github.com/ergochat/irc-go/ircmsg"
)

// capabilities are asked for; the adapter can do without each.
var capabilities = []string{"message-tags", "server-time", "account-tag", "account-notify", "extended-join", "multi-prefix", "batch"}

// rplHostHidden is one of the numbers that the library doesn't name.
const rplHostHidden = "396"

// connection sets the library up. It is given no nick of its own to try and
// never reconnects: an account decides on both.
func (l *link) connection() *ircevent.Connection {
	a := l.a
	conn := &ircevent.Connection{
		Server: a.Server, UseTLS: !a.Plain, TLSConfig: l.tls(),
		Nick: a.Nick, User: a.User, RealName: a.RealName,
		RequestCaps: append([]string(nil), capabilities...),
		QuitMessage: "bye",
		Timeout:     a.Alive / 2, KeepAlive: a.Alive,
		Log: slog.NewLogLogger(a.Log.Handler(), slog.LevelDebug),
	}
	if a.Login != "" {
		conn.SASLLogin, conn.SASLPassword = a.Login, string(a.Password)
	} else {
		conn.Password = string(a.Password)
	}
	conn.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		// The library has its own callbacks by now and reads nothing yet.
		conn.ClearCallback(ircevent.ERR_NICKNAMEINUSE)
		conn.ClearCallback(ircevent.ERR_UNAVAILRESOURCE)
		l.listen(conn)
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		defer context.AfterFunc(l.ctx, stop)()
		socket, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if err := context.Cause(l.ctx); err != nil { // severed when there was no socket yet
			socket.Close()
			return nil, err
		}
		l.socket = socket
		return socket, nil
	}
	return conn
}

func (l *link) tls() *tls.Config {
	if l.a.TLS == nil {
		return nil
	}
	return l.a.TLS.Clone() // the library writes to it
}

// listen names who is called for what the server says.
func (l *link) listen(conn *ircevent.Connection) {
	for command, do := range map[string]func(ircmsg.Message){
		"PRIVMSG": l.privmsg, "NOTICE": l.notice,
		"JOIN": l.join, "PART": l.part, "KICK": l.kick, "QUIT": l.leaves, "NICK": l.rename, "ACCOUNT": l.login,
		"TOPIC": l.topicSet, ircevent.RPL_TOPIC: l.topic, ircevent.RPL_NOTOPIC: l.topic,
		ircevent.RPL_NAMREPLY: l.names, ircevent.RPL_ENDOFNAMES: l.namesEnd,
		"PONG": l.pong, "ERROR": l.lastWords, rplHostHidden: l.hidden,
	} {
		conn.AddCallback(command, l.fenced(do))
	}
	for _, code := range slices.Concat(notSent, notIn, notEither) {
		conn.AddCallback(code, l.fenced(l.refused))
	}
	for _, code := range closed {
		conn.AddCallback(code, l.fenced(l.turnedAway))
	}
	for _, code := range nickTrouble {
		conn.AddCallback(code, l.fenced(l.nickTaken))
	}
	conn.AddBatchCallback(l.batch)
	conn.AddConnectCallback(l.fenced(l.welcomed))
	conn.AddConnectCallback(l.fenced(l.exorcise))
	conn.AddDisconnectCallback(func(ircmsg.Message) { conn.Quit() }) // else it connects again
}

// fenced makes a panic the end of the connection; the library would only log
// it, and a line would be lost unnoticed.
func (l *link) fenced(do func(ircmsg.Message)) func(ircmsg.Message) {
	return func(m ircmsg.Message) {
		defer func() {
			if p := recover(); p != nil {
				l.a.Log.Error("irc panicked", "command", m.Command, "panic", fmt.Sprint(p))
				l.sever()
			}
		}()
		do(m)
	}
}
