package irc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/ergochat/irc-go/ircevent"

	"familiar/actors/adapter"
)

// quitWithin is how long a server may take to close a connection it is asked
// to.
const quitWithin = 2 * time.Second

// A link is one connection. The library reads it on one goroutine and calls
// the methods that [link.listen] names; what they learn is guarded by mu,
// because posts read it.
type link struct {
	a      *Account
	conn   *ircevent.Connection
	ctx    context.Context // ends when the connection is to go
	cancel context.CancelFunc
	began  int64         // Unix milliseconds
	taken  chan struct{} // closed once what the server said in welcome is noted
	done   chan struct{} // closed when all of it has ended
	err    error         // why; set before done is closed

	mu      sync.Mutex
	socket  net.Conn
	welcome bool // the server has taken us
	tried   int  // nicks that were not free
	nick    string
	ghost   ghost
	hears   beginning // since when it hears what is said to us alone
	host    int       // length of our own user@host, 0: not known
	folding folding
	signs   string // what marks ranks in lists of members
	status  string // those of them that a message can go to; "": none
	rooms   map[string]*room
	changed chan struct{} // closed and made anew when being in a room changes
	lines   uint64
	proofs  []*proof
	pings   uint64
	fatal   error  // why the server will never take us
	last    string // the server's own last words
}

// open connects and waits until the server has taken us. Whoever it gives the
// link to runs it.
func open(ctx context.Context, a *Account) (*link, error) {
	l := &link{
		a: a, began: time.Now().UnixMilli(), taken: make(chan struct{}), done: make(chan struct{}),
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
	<-l.taken // the library has heard the welcome, and tells us next
	return l, nil
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
	defer time.AfterFunc(quitWithin, l.sever).Stop()
	l.conn.Quit() // waits while the server reads nothing
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

// reason returns why the connection is over: what the server said of it if it
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

// waitForEnd waits for the end and gives its reason.
func (l *link) waitForEnd() error {
	<-l.done
	return fmt.Errorf("irc: %s: %w", l.a.Server, l.err)
}
