package control

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// spare is how many connections there may be beyond those that requests and
// streams can take: kept by browsers, or just opened.
const spare = 1024

// A crowd bounds how many connections there are. One too many closes the one
// that has had no request for longest, so that nobody keeps others out by
// silence; where all have one, that is the new one.
type crowd struct {
	most int

	mu    sync.Mutex                 // each connection tells from a goroutine of its own
	all   map[net.Conn]*list.Element // where it stands in quiet; nil: it has a request
	quiet list.List                  // of net.Conn, the longest first
}

func newCrowd(most int) *crowd { return &crowd{most: most, all: make(map[net.Conn]*list.Element)} }

// tell is an http.Server's ConnState.
func (c *crowd) tell(conn net.Conn, is http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, known := c.all[conn]
	switch {
	case is == http.StateNew:
		c.all[conn] = c.quiet.PushBack(conn)
		if len(c.all) > c.most {
			longest := c.quiet.Remove(c.quiet.Front()).(net.Conn)
			delete(c.all, longest)
			_ = longest.Close() // its own goroutine finds out
		}
	case !known: // closed above
	case is == http.StateIdle:
		c.all[conn] = c.quiet.PushBack(conn)
	default:
		if at != nil {
			c.quiet.Remove(at)
		}
		if c.all[conn] = nil; is != http.StateActive {
			delete(c.all, conn)
		}
	}
}
