package access

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// SpareConnections is how many connections there may be beyond those that requests and
// streams can take: kept by browsers, or just opened.
const SpareConnections = 1024

// Connections bounds how many connections there are. One too many closes the one
// from which nothing was heard for longest, so that nobody keeps others out
// by silence. One that holds a slot is never closed: a request that was turned
// away, or whose header is still to come, holds none, whatever else it sends.
type Connections struct {
	most int

	mu    sync.Mutex                 // each connection tells from a goroutine of its own
	all   map[net.Conn]*list.Element // where it stands in quiet; nil: it holds a slot
	quiet list.List                  // of net.Conn, the longest first
}

// NewConnections allows so many.
func NewConnections(most int) *Connections {
	return &Connections{most: most, all: make(map[net.Conn]*list.Element)}
}

// StateChanged is an http.Server's ConnState.
func (c *Connections) StateChanged(conn net.Conn, is http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, known := c.all[conn]
	switch {
	case is == http.StateNew:
		c.all[conn] = c.quiet.PushBack(conn)
		if len(c.all) > c.most {
			c.closeQuietest()
		}
	case !known: // closed above
	case is == http.StateActive || is == http.StateIdle:
		if at != nil {
			c.quiet.MoveToBack(at)
		}
	default:
		if at != nil {
			c.quiet.Remove(at)
		}
		delete(c.all, conn)
	}
}

// Len returns how many connections there are.
func (c *Connections) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}

func (c *Connections) closeQuietest() {
	if front := c.quiet.Front(); front != nil {
		conn := c.quiet.Remove(front).(net.Conn)
		delete(c.all, conn)
		_ = conn.Close() // its own goroutine finds out
	}
}

// Hold keeps the connection of a request from being closed until
// letGo is called.
func (c *Connections) Hold(ctx context.Context) (letGo func()) {
	conn, ok := ctx.Value(connKey{}).(net.Conn)
	if !ok {
		return func() {} // a listener of somebody else's
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.all[conn]; at != nil {
		c.quiet.Remove(at)
		c.all[conn] = nil
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if at, known := c.all[conn]; known && at == nil {
			c.all[conn] = c.quiet.PushBack(conn)
		}
	}
}

// connKey is where a request's context has its connection.
type connKey struct{}

// WithConn is an http.Server's ConnContext.
func WithConn(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}
