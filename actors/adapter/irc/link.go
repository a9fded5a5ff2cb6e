package irc

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/ergochat/irc-go/ircevent"
	"github.com/ergochat/irc-go/ircmsg"

	"familiar/actors/adapter"
)

// quitWithin is how long a server may take to close a connection it is asked
// to.
const quitWithin = 2 * time.Second

// capabilities are asked for; the adapter can do without each.
var capabilities = []string{"message-tags", "server-time", "account-tag", "account-notify", "extended-join", "multi-prefix"}

// A link is one connection. The library reads it on one goroutine and calls
// the methods named in [link.listen]; what they learn is guarded by mu,
// because posts read it.
type link struct {
	a      *Account
	conn   *ircevent.Connection
	ctx    context.Context // ends when the connection is to go
	cancel context.CancelFunc
	began  int64         // Unix milliseconds
	done   chan struct{} // closed when all of it has ended
	err    error         // why; set before done is closed

	mu      sync.Mutex
	socket  net.Conn
	welcome bool // the server has taken us
	tried   int  // nicks that were not free
	nick    string
	host    int // length of our own user@host, 0: not known
	folding folding
	signs   string // what marks ranks in lists of members
	rooms   map[string]*room
	changed chan struct{} // closed and made anew when being in a room changes
	lines   uint64
	proofs  []*proof
	pings   uint64
	fatal   error  // why the server will never take us
	last    string // the server's own last words
}

// open connects and waits until the server has taken us.
func open(ctx context.Context, a *Account) (*link, error) {
	l := &link{
		a: a, began: time.Now().UnixMilli(), done: make(chan struct{}),
		signs: "@+", rooms: map[string]*room{}, changed: make(chan struct{}),
	}
	l.ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))
	l.conn = l.connection()
	stop := context.AfterFunc(ctx, l.sever)
	err := l.conn.Connect()
	if !stop() && err == nil {
		err = context.Cause(ctx)
		l.sever()
		go l.run() // it ends at once, and closes what the library opened
		<-l.done
		return nil, err
	}
	if err != nil {
		l.cancel()
		return nil, l.reason(err)
	}
	go l.run()
	go l.keepIn()
	return l, nil
}

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
		l.mu.Lock()
		l.socket = socket
		l.mu.Unlock()
		return socket, err
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
		"PONG": l.pong, "ERROR": l.lastWords,
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
	conn.AddConnectCallback(l.fenced(l.welcomed))
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

// run waits for the end of the connection.
func (l *link) run() {
	l.conn.Loop()
	l.cancel()
	l.err = l.reason(errors.New("connection lost"))
	l.a.ended(l)
	close(l.done)
}

func (l *link) alive() bool {
	select {
	case <-l.done:
		return false
	default:
		return l.ctx.Err() == nil
	}
}

// quit says goodbye and waits until the connection has ended.
func (l *link) quit() {
	l.cancel()
	l.conn.Quit()
	defer time.AfterFunc(quitWithin, l.sever).Stop()
	<-l.done
}

// sever ends the connection without a word.
func (l *link) sever() {
	l.cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.socket != nil {
		l.socket.Close()
	}
}

// reason gives why the connection is over: what the server said of it if it
// said anything.
func (l *link) reason(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.fatal != nil:
		return fmt.Errorf("%w: %w", l.fatal, adapter.ErrGone)
	case l.last != "":
		return fmt.Errorf("%w: the server said %q", err, l.last)
	}
	return err
}

// over waits for the end and gives its reason.
func (l *link) over() error {
	<-l.done
	return fmt.Errorf("irc: %s: %w", l.a.Server, l.err)
}
